#!/usr/bin/env bash
# The authored programs: every one is on the list, is read without an error, and has a launch
# that is known from its host code. Its HIP reads the same, unless HIP lacks what it needs, and so
# does the program as somebody else would write it.
#
#   authored.sh KCAST SOURCE_DIR
# shellcheck disable=SC2016,SC2317  # Functions are called through xargs.
set -euo pipefail
kcast=$(readlink -f -- "$1")
tree=$(readlink -f -- "$2")
cd "$tree/corpus/authored"
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

# What a reading says of kernels and launches whatever they are called: which are lowered and
# reached, all numbers of the launches, and how many statements the PTX has.
facts() {
  local text
  text=$("$1" inspect "$2" --json --ptx) || return 1
  grep -E '"(lowered|reached|integer|real)":' <<<"$text"
  grep -o ';\\n' <<<"$text" | wc -l
}

# The same facts; the PTX of HIP may lack the few statements that computed a mask of lanes.
is_same_in_hip() {
  local fewer=$(($(tail -n 1 <<<"$1") - $(tail -n 1 <<<"$2")))
  [[ $(head -n -1 <<<"$1") == "$(head -n -1 <<<"$2")" ]] && ((fewer >= 0 && fewer < 10))
}

# check KCAST FILE FOLDER: says what is wrong, or "hip" for a program that has it.
check() {
  local recipe=auth-1:${2%.cu} copy=$3/${2//\//.} cuda
  "$1" corpus show "$recipe" | cmp -s - "$2" || echo "$2: not what $recipe shows"
  cuda=$(facts "$1" "$2") || { echo "$2: not read"; return; }
  grep -q '"reached": true' <<<"$cuda" || echo "$2: no launch is reached"
  grep -q '"lowered": true' <<<"$cuda" || echo "$2: no kernel is lowered"
  if "$1" corpus show "$recipe" --language hip >"$copy.hip" 2>"$copy.err"; then
    is_same_in_hip "$cuda" "$(facts "$1" "$copy.hip")" && echo hip || echo "$2: HIP reads otherwise"
  else
    grep -q ": cuda only: '.*has no counterpart in HIP" "$copy.err" || echo "$2: $(<"$copy.err")"
  fi
  # The names of every fifth, since readings are what takes the time.
  (($(cksum <<<"$2" | cut -d ' ' -f 1) % 5)) && return
  "$1" corpus show "$recipe+1" >"$copy"
  [[ $(facts "$1" "$copy") == "$cuda" ]] || echo "$2: $recipe+1 reads otherwise"
}
export -f check facts is_same_in_hip
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
said=$(xargs -d '\n' -P "$(nproc)" -I{} bash -c 'check "$0" "$1" "$2" 2>&1 || true' "$kcast" {} "$folder" <<<"$found")
bad=$(grep -vx hip <<<"$said" || true)
[[ -z $bad ]] || fail "$(head -20 <<<"$bad")"
hip=$(grep -cx hip <<<"$said" || true)
grep -q "^$hip of the $(wc -l <<<"$found") programs have HIP" "$tree/docs/authored.md" ||
  fail "docs/authored.md does not say that $hip programs have HIP"
if ((failed == 0)); then echo "$(wc -l <<<"$found") authored programs are read, $hip of them in HIP"; fi
exit $((failed > 0))
