#!/usr/bin/env bash
# Files stay readable: 600 lines at most. Tables of data are exempt by name.
set -euo pipefail
cd "$1"
exempt='^(tests/golden/|examples/)'
long=$(find src sysroot tests bench -type f \( -name '*.h' -o -name '*.cpp' -o -name '*.cl' -o -name '*.sh' -o -path '*/headers/*' \) \
  -print0 | xargs -0 wc -l | awk '$2 != "total" && $1 > 600 {print $2 " has " $1 " lines"}' | grep -vE "$exempt" || true)
[ -z "$long" ] || { echo "$long"; exit 1; }
echo "no file is longer than 600 lines"
