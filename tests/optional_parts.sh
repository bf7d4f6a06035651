#!/usr/bin/env bash
# Parts of kcast at their first use: each is taken away from this checkout's release build, and the
# one command that a user types has to bring it back and do its work.
#
#   optional_parts.sh CHECKOUT
#
# With KCAST_NO_FETCH, parts whose group is not here are skipped. Exits 77 when all of them were.
# shellcheck disable=SC2317  # give_back is called by the trap.
set -euo pipefail
root=$1
tests=$root/tests bin=$root/build/release/bin
dir=$(mktemp -d)
failed=0 made=0
unset KCAST_NO_INSTALL KCAST_CHECKOUT KCAST_REASON

# What was taken away and not made again comes back, whatever happened.
give_back() {
  local file
  for file in "$dir"/taken/*; do
    if [[ ! -e $bin/${file##*/} ]]; then mv "$file" "$bin/"; fi
  done
  rm -rf "$dir"
}
mkdir "$dir/taken"
shopt -s nullglob
trap give_back EXIT
cd "$dir"
# shellcheck disable=SC2034  # expect calls it.
kcast=$root/kcast
# shellcheck source=tests/command_checks.sh
source "$tests/command_checks.sh"

fail() {
  echo "FAIL  $*"
  failed=1
}

take_away() { if [[ -e $bin/$1 ]]; then mv -f "$bin/$1" "$dir/taken/"; fi; }

# state: everything that a use which changes nothing must not change.
state() { ls -l --time-style=full-iso "$bin"; }

# available PART GROUP: where the group is, or may be fetched.
available() {
  if [[ $2 == - ]] || "$root/scripts/fetch" --where "$2" >/dev/null; then return; fi
  if [[ -z ${KCAST_NO_FETCH:-} && $2 != cuda ]]; then return; fi
  echo "skipped: $1 (group $2 is not here)"
  return 1
}

# first_use PART GROUP STATUS STDOUT STDERR ARGUMENTS...: the command without the part, which is
# built for it, and again with it. STDERR is what the command itself says.
first_use() {
  local part=$1 group=$2 status=$3 out=$4 err=$5
  shift 5
  available "$part" "$group" || return 0
  echo "== kcast $* (without $part)"
  take_away "$part"
  expect "$status" "$out" "^kcast: first use of $part .*building" "$@"
  matches "${err:-.}" err || fail "stderr has no /$err/"
  grep -qE "^building $part \[[0-9]+/[0-9]+\]" err || fail "no progress on stderr"
  if grep -q 'building' out; then fail "stdout says more than the command"; fi
  [[ -e $bin/$part ]] || fail "$part was not built"
  expect "$status" "$out" "$err" "$@"
  if grep -qE 'building|fetching' err; then fail "$part was built twice"; fi
  made=$((made + 1))
}

cp "$root/examples/saxpy.cu" "$root/examples/stencil.cl" .
echo '{}' >empty.json
printf 'GGUF' >broken.gguf
printf 'problem\tdomain\tlevel\nsum of floats\tsums\tnaive\n' >list.tsv

# The program alone; everything after it is a part.
"$kcast" version >/dev/null
expect 0 '^kcast ' '' version

# Not allowed to fetch: one line that says what to run, and nothing else happens.
take_away kcast-parquet.so
if ! XDG_CACHE_HOME=$dir/cache "$root/scripts/fetch" --where arrow >/dev/null; then
  before=$(state)
  XDG_CACHE_HOME=$dir/cache KCAST_NO_INSTALL=1 expect 1 '' \
    '^kcast dataset: kcast-parquet.so needs the group arrow \([0-9]+ MB\), .*; run .*/scripts/fetch arrow$' \
    dataset stats "$root/datasets/h200-v1"
  [[ $(wc -l <err) == 1 ]] || fail "more than one line on stderr"
  [[ $before == "$(state)" && ! -e $dir/cache ]] || fail "something was built or fetched"
fi

# A group that arrives after the build was configured without it: this lock file names another one.
if available kcast-parquet.so arrow; then
  sed '/^group arrow/s/26/0/' "$root/deps.lock" >deps.lock
  (cd "$root" && KCAST_LOCK=$dir/deps.lock cmake --preset release >"$dir/log" 2>&1) || cat log
  if grep -q '^build kcast-parquet:' "$root/build/release/build.ninja"; then
    [[ -n $(pkg-config --modversion arrow 2>/dev/null) ]] || fail "arrow was not hidden"
  fi
fi
first_use kcast-lab - 0 '^authored programs: [0-9]+' '' corpus list
first_use kcast-parquet.so arrow 0 '^[0-9]+ launches of [0-9]+ kernels' '' \
  dataset stats "$root/datasets/h200-v1"

first_use kcast-http.so - 1 '' 'no connection to http://127.0.0.1:9' \
  corpus author --endpoint http://127.0.0.1:9 --model m --problems list.tsv --out written
first_use kcast-collect-fake - 0 'saxpy .*a GPU that is not there' '' \
  collect --device fake saxpy.cu --sizes 1024
# No implementation of OpenCL, whatever this machine has.
export OCL_ICD_VENDORS=$dir
first_use kcast-collect-opencl - 1 '' 'OpenCL' collect stencil.cl --sizes 1024
first_use kcast-llm llama 0 'smollm2-135m' '' models list
first_use kcast-llm llama 2 '' 'broken.gguf: not a whole GGUF' ask-model --model broken.gguf saxpy.cu
first_use kcast-answers llama 1 '' 'kcast answers: .*none' answers compare none none
first_use kcast-train torch 2 '' 'kcast-train: ' train empty.json
first_use kcast-collect-cuda cuda 1 '' 'kcast-collect-cuda: ' roofline
first_use libkcast-inject.so cuda 1 '' 'did not start CUDA' collect --program /bin/true

# Without a GPU nobody wants CUDA fetched.
if ! "$root/scripts/fetch" --where cuda >/dev/null && [[ ! -e /dev/nvidiactl && ! -e /dev/dxg ]]; then
  take_away kcast-collect-cuda
  expect 1 '' '^kcast roofline: kcast-collect-cuda needs an NVIDIA GPU' roofline
fi

# Two first uses at once: one builds, both work.
take_away kcast-collect-fake
for i in 1 2; do
  "$kcast" collect --device fake saxpy.cu --sizes 1024 >"out$i" 2>"err$i" </dev/null &
done
wait -n || fail "the first of two uses at once"
wait -n || fail "the second of two uses at once"
[[ $(cat err1 err2 | grep -c '^kcast: first use') == 1 ]] || fail "both of two uses built: $(cat err1 err2)"

# A change of the sources rebuilds the parts that are there, and makes no others.
take_away kcast-collect-fake
touch "$root/deps.lock"
expect 0 '^kcast ' 'building kcast' version
[[ ! -e $bin/kcast-collect-fake ]] || fail "kcast-collect-fake was built and nobody used it"

if ((failed == 0)); then echo "$made parts were built at their first use"; fi
if ((made == 0 && failed == 0)); then exit 77; fi
exit "$failed"
