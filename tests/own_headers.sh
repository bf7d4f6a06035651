#!/usr/bin/env bash
# Every source has a header of its own name beside it, which declares what the source defines.
# Tests, programs (sources with a main) and the commands of the command table have none.
set -euo pipefail
src=$1
bad=0

# Sources that have none yet, or cannot have one; an entry that is no longer needed is an error, so
# that the list becomes shorter. Another list may be given in the environment, for the test of this
# script.
exceptions=${OWN_HEADER_EXCEPTIONS-""}
read -r -d '' -a known <<< "$exceptions" || true

complain() { echo "$1"; bad=1; }

# lacks_header FILE: whether it wants a header and has none.
lacks_header() {
  case ${1##*/} in *_test.cpp | test_*.cpp | cmd_*.cpp) return 1 ;; esac
  [ ! -f "${1%.cpp}.h" ] && ! grep -qE '^(extern "C" )?int main\(' "$1"
}

while IFS= read -r -d '' file; do
  name=${file#"$src"/}
  lacks_header "$file" || continue
  [[ " ${known[*]-} " == *" $name "* ]] || complain "$name has no header of its name"
done < <(find "$src" -name '*.cpp' -print0 | sort -z)

for name in ${known[@]+"${known[@]}"}; do
  if [ ! -f "$src/$name" ] || ! lacks_header "$src/$name"; then
    complain "$name needs no exception any more: take it off the list of $0"
  fi
done

[ "$bad" -eq 0 ] && echo "every source has a header of its name, but for ${#known[@]} that are listed"
exit "$bad"
