#!/usr/bin/env bash
# kcast models against a package index of small files: fetching, checking, and what goes wrong.
#   models_command.sh KCAST-LLM CHECKOUT. Exits 77 (skipped) without pip.
# shellcheck disable=SC2317  # Called through check().
set -euo pipefail

kcast_llm=$1 checkout=$2
tests=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
if ! python3 -m pip --version >/dev/null 2>&1; then
  echo "skipped: no pip"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export KCAST_LOCK=$work/deps.lock KCAST_MODELS=$work/models.json XDG_CACHE_HOME=$work/cache
export KCAST_CHECKOUT=$checkout KCAST_NO_INSTALL=1
export PIP_NO_INDEX=1 PIP_FIND_LINKS=$work/index PIP_CONFIG_FILE=/dev/null

failed=0
# expect STATUS PATTERN ARGUMENTS...: what `kcast models` ends with and says, on either stream.
expect() {
  local status=$1 pattern=$2 got=0
  shift 2
  "$kcast_llm" models "$@" >log 2>&1 </dev/null || got=$?
  if [[ $got != "$status" ]] || ! grep -qE -- "$pattern" log; then
    echo "kcast models $*: status $got, wanted $status and /$pattern/"
    sed 's/^/  | /' log
    failed=1
  fi
}
check() {
  if ! "${@:2}"; then
    echo "FAIL  $1"
    failed=1
  fi
}
none() { [[ -z $(find "$@" 2>/dev/null) ]]; }

# shellcheck source=tests/tiny_models.sh
source "$tests/tiny_models.sh"

expect 0 'not here; kcast models get tiny' list
expect 1 "model 'tiny' is not here; run .kcast models get tiny" verify tiny
expect 0 'no model is here' verify
rm -rf "$XDG_CACHE_HOME"

expect 0 "A tiny model, $bytes bytes, MIT" get tiny
expect 0 '^.*/cache/kcast/tiny-1.0-.*/tiny.gguf$' get tiny
expect 0 'tiny.gguf: tiny, whole' verify
expect 0 'cache/kcast/tiny-1.0' list
file=$(find "$XDG_CACHE_HOME" -name tiny.gguf)
check "the file is the parts, joined" cmp -s "$file" whole.gguf

# Neither a hash that only models.json has wrong nor a part that is not there leaves a file.
expect 2 "deleted what was fetched: .*SHA-256 is $sum; forged has $zeros" get forged
check "nothing is kept of it" none "$XDG_CACHE_HOME/kcast" -name tiny.gguf -path '*forged*'
expect 1 "fetching 'missing' failed" get missing
check "nothing is kept of that" none "$XDG_CACHE_HOME/kcast" -name tiny.gguf -path '*missing*'
check "but the part that was there" test -f "$XDG_CACHE_HOME/kcast/wheels/left-1.0-py3-none-any.whl"

# Files that are not what they say.
head -c 900 whole.gguf >cut.gguf
expect 2 'cut.gguf: not a whole GGUF file' verify cut.gguf
{ head -c 900 whole.gguf; printf x; tail -c +902 whole.gguf; } >tiny.gguf
expect 2 'tiny.gguf: SHA-256 is' verify tiny.gguf
echo "no model" >text.gguf
expect 2 "does not begin with 'GGUF'" verify text.gguf
expect 2 'cut.gguf: not a whole GGUF file' dequantize cut.gguf --out out
check "no folder for a broken file" test ! -e out
expect 1 'nothing.gguf: no such file' dequantize nothing.gguf --out out
expect 1 "no model 'nothing'; there are tiny" get nothing
expect 2 'type q4_0: there are bf16, f16 and f32' dequantize tiny --out out --type q4_0
expect 2 'required' dequantize tiny

# A byte that is another, anywhere in the header: an answer or an error, never a crash.
for at in $(seq 0 9 440); do
  { head -c "$at" whole.gguf; printf '\377'; tail -c +$((at + 2)) whole.gguf; } >odd.gguf
  got=0
  "$kcast_llm" models verify odd.gguf >log 2>&1 || got=$?
  if ((got > 2)) || [[ $(wc -l <log) -gt 1 ]]; then
    echo "byte $at: status $got"
    sed 's/^/  | /' log
    failed=1
  fi
done

# A program without its checkout says what to do.
mkdir alone
cp "$kcast_llm" alone/
rm -rf "$XDG_CACHE_HOME"
unset KCAST_CHECKOUT
kcast_llm=$work/alone/kcast-llm
expect 1 'needs scripts/fetch .*KCAST_CHECKOUT.*or get the file by hand \(nobody\)' get tiny

exit "$failed"
