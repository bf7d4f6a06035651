#!/usr/bin/env bash
# Success means that it was written: what every command does when its output has no place to go.
#
#   output_command.sh KCAST
set -euo pipefail
tests=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
kcast=$1
examples=$(dirname -- "$tests")/examples
dir=$(mktemp -d)
failed=0
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
unset KCAST_CHECKOUT # nothing is fetched here

# shellcheck source=tests/command_checks.sh
source "$tests/command_checks.sh"

complain() {
  echo "$*"
  sed 's/^/  err: /' err
  failed=1
}

# refuses PATTERN ARGUMENTS...: stdout is /dev/full; one line says so and the status is not 0.
refuses() {
  local pattern=$1 got=0
  shift
  "$kcast" "$@" >/dev/full 2>err </dev/null || got=$?
  if [[ $got != 1 ]] || [[ $(wc -l <err) != 1 ]] || ! grep -qE -- "$pattern" err; then
    complain "kcast $* >/dev/full: status $got, wanted 1 and one line like /$pattern/"
  fi
}
full='cannot write the output: No space left on device'

# The class: each command of the table.
"$kcast" help | sed -n 's/^  \([a-z-]*\)  *[a-z].*/\1/p' >names
[[ $(wc -l <names) -ge 19 ]] || { echo "the table of commands was not read"; cat names; failed=1; }
while read -r name; do
  # Some are programs of their own, which say their name.
  refuses "^kcast( $name|-[a-z-]+)?: $full" "$name" --help
done <names

# Those that print something of their own, in each form.
cp "$examples/saxpy.cu" k.cu
"$kcast" predict k.cu --json >report.json
for arguments in 'version' 'help' 'completion bash' 'gpus' 'gpus h200 --json' 'corpus list' \
  'corpus show syn-1:2' 'corpus show syn-1:2 --contract' 'corpus generate --count 3 --texts' \
  'inspect k.cu' 'inspect k.cu --ptx' 'inspect k.cu --json' 'predict k.cu' 'predict k.cu --json' \
  'predict k.cu --csv' 'rank k.cu' 'diff report.json k.cu' 'corpus dedupe k.cu'; do
  # shellcheck disable=SC2086  # Words.
  refuses "$full" $arguments
done

# A reader that goes away.
mkfifo pipe
(exec <pipe; sleep 0.2) &
sleep 0.05
got=0
{ sleep 0.5; "$kcast" gpus h200 --json 2>err; } >pipe || got=$?
[[ $got == 1 ]] && grep -q 'cannot write the output: its reader has closed the pipe' err ||
  complain "a closed pipe: status $got"

# Files: a full device, a place that cannot be written, a limit of size. One line, nothing left.
expect 1 '.' '^kcast predict: write /dev/full: No space left on device$' predict k.cu --svg /dev/full
[[ -c /dev/full ]] || { echo "/dev/full was replaced"; failed=1; }
expect 1 '.' '^kcast predict: write /proc/no.svg: ' predict k.cu --svg /proc/no.svg
expect 1 '.' 'write .*no/k.svg: No such file' predict k.cu --svg no/k.svg
printf '%s\n' syn-1:2 syn-1:3 >recipes.txt
expect 1 '' '/proc/plan: ' corpus generate --recipes recipes.txt --out /proc/plan
mkdir limited
# limited KIBIBYTES ARGUMENTS...
limited() {
  local size=$1 got=0
  shift
  (
    ulimit -f "$size"
    exec "$kcast" "$@" 2>&1 >/dev/null
  ) </dev/null | cat >err || got=${PIPESTATUS[0]}
  [[ $got == 1 ]] && [[ $(wc -l <err) == 1 ]] && grep -q 'File too large' err ||
    complain "ulimit -f $size; kcast $*: status $got"
}
limited 1 predict k.cu --svg limited/k.svg
[[ -z $(ls -A limited) ]] || { echo "half a picture was left"; ls -A limited; failed=1; }
limited 1 tokenizer train k.cu --vocabulary 300 --out limited/tok.json
[[ -z $(ls -A limited) ]] || { echo "half a tokenizer was left"; ls -A limited; failed=1; }

exit $failed
