#!/usr/bin/env bash
# The search for types that are defined twice must notice what it is there for.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
tree=$(mktemp -d); trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/base" "$tree/plan" "$tree/analyze/exec"
put() { # put FILE NAMESPACE TEXT
  printf 'namespace %s {\n%s\n}  // namespace %s\n' "$2" "$3" "$2" > "$tree/$1"
}
expect() { # expect STATUS WHAT
  status=0; "$here/one_definition.sh" "$tree" > /dev/null || status=1
  [ "$status" = "$1" ] || { echo "wrong answer: $2"; exit 1; }
}
put base/a.h kcast 'struct Row {
  int a = 0;
};'
put plan/a.cpp kcast::plan 'struct Row {
  int b = 0;
};'
expect 0 'one name in two namespaces'
put plan/b.cpp kcast::plan 'struct Row;'
expect 0 'a declaration beside its definition'
put plan/b.cpp kcast::plan 'namespace {
struct Row {
};
}  // namespace'
expect 0 'a type that its file hides'
put plan/b.cpp kcast::plan 'class Row final {
};'
expect 1 'a type that is defined twice'
put plan/b.cpp kcast::eval 'struct Other {
};'
expect 1 'a namespace that no folder is called'
rm "$tree/plan/b.cpp"
put analyze/exec/a.h kcast::exec 'enum class Kind { None };'
expect 0 'the namespace of a room'
put base/b.h kcast::base 'struct Name {
};'
expect 1 'a namespace of base'
echo "the search for types that are defined twice notices"
