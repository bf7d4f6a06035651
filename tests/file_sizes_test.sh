#!/usr/bin/env bash
# The check of sizes must notice what it is there for.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
tree=$(mktemp -d); trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/src/base" "$tree/src/base/room" "$tree/sysroot" "$tree/tests" "$tree/bench"
expect() { # expect STATUS WHAT
  status=0; "$here/file_sizes.sh" "$tree" > /dev/null || status=1
  [ "$status" = "$1" ] || { echo "wrong answer: $2"; exit 1; }
}
for i in $(seq 45); do echo > "$tree/src/base/f$i.h"; done
for i in $(seq 9); do echo > "$tree/src/base/room/f$i.cpp"; done
echo > "$tree/src/base/CMakeLists.txt"
expect 0 '45 sources in a folder, more in a room'
echo > "$tree/src/base/one_more.cu"
expect 1 '46 sources in a folder'
rm "$tree/src/base/one_more.cu"
seq 601 > "$tree/src/base/f1.h"
expect 1 'a file of 601 lines'
echo "the check of sizes notices"
