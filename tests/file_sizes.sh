#!/usr/bin/env bash
# Files stay readable: 600 lines at most. Tables of data are exempt by name. Folders of src stay
# readable, too: 45 sources at most, those of rooms not counted.
set -euo pipefail
cd "$1"
most_files=45
bad=0
exempt='^(tests/golden/|examples/)'
long=$(find src sysroot tests bench -type f \( -name '*.h' -o -name '*.cpp' -o -name '*.cl' -o -name '*.sh' -o -path '*/headers/*' \) \
  -print0 | xargs -0 wc -l | awk '$2 != "total" && $1 > 600 {print $2 " has " $1 " lines"}' | grep -vE "$exempt" || true)
[ -z "$long" ] || { echo "$long"; bad=1; }
full=$(find src -type f \( -name '*.h' -o -name '*.cpp' -o -name '*.cu' \) -printf '%h\n' | sort |
  uniq -c | awk -v most="$most_files" '$1 > most {print $2 " holds " $1 " sources"}')
[ -z "$full" ] || { echo "$full"; bad=1; }
[ "$bad" -eq 0 ] && echo "no file is longer than 600 lines, no folder holds more than $most_files sources"
exit "$bad"
