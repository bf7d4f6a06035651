#!/usr/bin/env bash
# The search for sources without a header of their name must notice what it is there for.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
tree=$(mktemp -d); trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/cli" "$tree/plan"
export OWN_HEADER_EXCEPTIONS=
expect() { # expect STATUS WHAT
  status=0; "$here/own_headers.sh" "$tree" > /dev/null || status=1
  [ "$status" = "$1" ] || { echo "wrong answer: $2"; exit 1; }
}
touch "$tree/plan/a.cpp" "$tree/plan/a.h"
expect 0 'a source with its header'
touch "$tree/plan/a_test.cpp" "$tree/cli/cmd_a.cpp"
printf 'int main(int, char**) {\n}\n' > "$tree/cli/main.cpp"
expect 0 'a test, a command and a program'
touch "$tree/plan/b.cpp"
expect 1 'a source without a header'
touch "$tree/cli/b.h"
expect 1 'a header of its name in another folder'
OWN_HEADER_EXCEPTIONS='plan/b.cpp'
expect 0 'a source that is listed'
touch "$tree/plan/c.cpp"
expect 1 'a second source, which is not listed'
rm "$tree/plan/c.cpp"
touch "$tree/plan/b.h"
expect 1 'an exception that has its header'
rm "$tree/plan/b.cpp" "$tree/plan/b.h"
expect 1 'an exception that is gone'
echo "the search for sources without a header notices"
