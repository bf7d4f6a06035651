#!/usr/bin/env bash
# The include check must notice what it is there for.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
tree=$(mktemp -d); trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/base" "$tree/schema" "$tree/cli"
expect() { # expect STATUS FILE LINE
  echo "$3" > "$tree/$2"
  status=0; "$here/include_directions.sh" "$tree" > /dev/null || status=1
  rm "$tree/$2"
  [ "$status" = "$1" ] || { echo "wrong answer for $2: $3"; exit 1; }
}
expect 0 schema/a.h '#include "base/result.h"'
expect 1 base/a.h '#include "schema/gpu.h"'
expect 1 schema/a.cpp '#include <clang/AST/Decl.h>'
expect 1 base/a.cpp '  #  include <httplib.h>'
expect 0 cli/a.cpp '#include <CLI/CLI.hpp>'
mkdir -p "$tree/utils"
expect 1 utils/a.h '#include <vector>'
echo "the include check notices"
