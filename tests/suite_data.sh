#!/usr/bin/env bash
# The public programs in tests/suite: sides follow the hash of the repository, one commit each, and
# programs and readings belong together.
#
#   suite_data.sh [FOLDER]           default: tests/suite
set -euo pipefail
folder=${1:-$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/suite}
failed=0
fail() { echo "FAILED: $*"; failed=1; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

sed -n 's/^{"id":"\([^"]*\)","repository":"\([^"]*\)","commit":"\([0-9a-f]\{40\}\)","side":"\(open\|held-out\)",.*}$/\1 \2 \3 \4/p' \
  "$folder/programs.jsonl" >"$dir/programs"
[[ $(wc -l <"$dir/programs") == $(wc -l <"$folder/programs.jsonl") ]] || fail "lines of another form in programs.jsonl"
[[ -z $(cut -d' ' -f1 "$dir/programs" | sort | uniq -d) ]] || fail "an id twice"
[[ -z $(cut -d' ' -f2,3 "$dir/programs" | sort -u | cut -d' ' -f1 | uniq -d) ]] || fail "two commits of a repository"

while read -r repository side; do
  first=$(printf '%s' "$repository" | sha256sum | cut -c1-2)
  rule=open
  [[ $((16#$first % 2)) == 0 ]] || rule=held-out
  [[ $side == "$rule" ]] || fail "$repository is $side: its hash begins with $first"
done < <(cut -d' ' -f2,4 "$dir/programs" | sort -u)

sed -n 's/^{"program":"\([^"]*\)","kernel":".*"\(left\|cold\)":{"time_us":[1-9.0][0-9.e+]*.*}$/\1/p' \
  "$folder/readings.jsonl" >"$dir/readings"
[[ $(wc -l <"$dir/readings") == $(wc -l <"$folder/readings.jsonl") ]] || fail "readings without a time"
diff <(cut -d' ' -f1 "$dir/programs" | sort) <(sort -u "$dir/readings") >"$dir/differ" ||
  fail "programs without readings (<), readings without a program (>): $(grep '^[<>]' "$dir/differ" | head -5)"
exit "$failed"
