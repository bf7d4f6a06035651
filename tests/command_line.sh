#!/usr/bin/env bash
# The command line as a user meets it: exit codes, streams, messages.
set -euo pipefail
kcast=$1
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
failed=0

# An empty pattern wants an empty stream.
matches() { if [ -z "$1" ]; then [ ! -s "$2" ]; else grep -qE -- "$1" "$2"; fi; }

# expect STATUS PATTERN-IN-STDOUT PATTERN-IN-STDERR ARGUMENTS...
expect() {
  local status=$1 out=$2 err=$3; shift 3
  local got=0
  "$kcast" "$@" > "$dir/out" 2> "$dir/err" < /dev/null || got=$?
  if [ "$got" != "$status" ] || ! matches "$out" "$dir/out" || ! matches "$err" "$dir/err"; then
    echo "kcast $*: status $got, wanted $status; stdout ~ /$out/, stderr ~ /$err/"
    sed 's/^/  out: /' "$dir/out"; sed 's/^/  err: /' "$dir/err"
    failed=1
  fi
}
printf '__global__ void k(float* a) { a[threadIdx.x] = 1; }\n' > "$dir/k.cu"
printf 'nothing here\n' > "$dir/notes.txt"

expect 2 '' 'usage: kcast <command>'
expect 0 'inspect .*show the kernels' '' help
expect 0 'usage|kcast inspect' '' inspect --help
expect 0 'example:' '' help inspect
expect 0 '^kcast [0-9]+\.[0-9]+\.[0-9]+$' '' --version
expect 2 '' "unknown command 'inspct'; did you mean 'inspect'" inspct
expect 0 'complete .*kcast' '' completion bash
expect 0 '#compdef kcast' '' completion zsh
expect 0 'complete -c kcast' '' completion fish
expect 2 '' "no completion for 'tcsh'; known: bash, zsh, fish" completion tcsh
expect 0 'H200' '' gpus
expect 0 '"id": "h200"' '' gpus h200 --json
expect 1 '' "unknown gpu .h20000., did you mean .h200." gpus h20000
expect 0 '^kernel k ' '' inspect "$dir/k.cu"
expect 0 '"mangled": "_Z1kPf"' '' inspect "$dir/k.cu" --json
expect 0 '^\.visible \.entry _Z1kPf' '' inspect "$dir/k.cu" --ptx
expect 1 'no kernel found' "no kernel named 'nope'" inspect "$dir/k.cu" --kernel nope
expect 1 '' 'missing.cu.*No such file' inspect "$dir/missing.cu"
expect 2 '' 'notes.txt: the ending names no language; say --language' inspect "$dir/notes.txt"
expect 2 '' "unknown language 'fortran'; known: cuda, hip, opencl" inspect "$dir/k.cu" --language fortran
expect 2 '' "flag '-fplugin=x.so' is not allowed" inspect "$dir/k.cu" --flags '-fplugin=x.so'
expect 2 '' "unknown standard 'c\+\+99'" inspect "$dir/k.cu" --std c++99
expect 2 '' "unknown architecture 'gfx90a'" inspect "$dir/k.cu" --arch gfx90a
expect 2 '' 'it is a folder' inspect "$dir"
expect 2 '' 'kcast inspect --help' inspect
expect 2 '' 'kcast inspect --help' inspect --no-such-flag "$dir/k.cu"
[ "$failed" -eq 0 ] && echo "the command line behaves"
exit "$failed"
