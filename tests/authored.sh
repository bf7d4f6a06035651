#!/usr/bin/env bash
# The authored programs: every one is on the list, is read without an error, and has a launch
# that is known from its host code.
#
#   authored.sh KCAST SOURCE_DIR
# shellcheck disable=SC2016,SC2317  # check() is called through xargs.
set -euo pipefail
kcast=$(readlink -f -- "$1")
cd "$2/corpus/authored"
failed=0
fail() {
  echo "$1"
  failed=$((failed + 1))
}

listed=$(tail -n +2 problems.tsv | cut -f 1 | LC_ALL=C sort)
while read -r name; do
  [[ $name == \#* || -f $name ]] || fail "seen.tsv names $name, which is not there"
done <seen.tsv
found=$(find . -name '*.cu' | sed 's|^\./||' | LC_ALL=C sort)
[[ $listed == "$found" ]] || fail "problems.tsv and the files differ: $(diff <(echo "$listed") <(echo "$found") | head -5)"
[[ $(tail -n +2 problems.tsv | cut -f 2 | sort -u | wc -l) -ge 30 ]] || fail "fewer than 30 domains"
[[ $(wc -l <<<"$found") -ge 400 ]] || fail "fewer than 400 programs"

check() {
  local text
  text=$("$1" inspect "$2" --json) || { echo "$2: not read"; return 1; }
  grep -q '"reached": true' <<<"$text" || { echo "$2: no launch is reached"; return 1; }
  grep -q '"lowered": true' <<<"$text" || { echo "$2: no kernel is lowered"; return 1; }
}
export -f check
bad=$(xargs -d '\n' -P "$(nproc)" -I{} bash -c 'check "$0" "$1" 2>&1 || true' "$kcast" {} <<<"$found")
[[ -z $bad ]] || fail "$(head -20 <<<"$bad")"
if ((failed == 0)); then echo "$(wc -l <<<"$found") authored programs are read"; fi
exit $((failed > 0))
