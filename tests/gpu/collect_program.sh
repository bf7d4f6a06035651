#!/usr/bin/env bash
# kcast collect --program on an NVIDIA GPU: grids, FLOPs and registers of a program whose numbers
# are known, and that the program does what it does without us. Not a part of ./test, which needs
# no GPU.
#
#   collect_program.sh KCAST          beside KCAST: libkcast-inject.so; nvcc in PATH or CUDA_HOME
set -euo pipefail
kcast=$(readlink -f -- "$1")
source=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/two_kernels.cu
[[ -e /dev/nvidiactl ]] || { echo "no NVIDIA GPU here: skipped"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
failed=0
fail() { echo "FAILED: $*"; failed=1; }
# lines COUNT PATTERN FILE
lines() {
  local got
  got=$(grep -cE -- "$2" "$3" || true)
  [[ $got == "$1" ]] || fail "$3: $got lines ~ /$2/, wanted $1"
}

# A source: nvcc compiles it, the table has predictions, the status is the program's.
status=0
"$kcast" collect --program "$source" --out source.jsonl -- 5 >out 2>err || status=$?
cat out err
[[ $status == 3 ]] || fail "status $status, wanted the program's 3"
lines 1 '^rounds 5: no error$' out
lines 6 . source.jsonl
lines 0 '"reason"' source.jsonl
# 2^20 multiply-adds; 4096 blocks of 256.
lines 3 '"kernel":"triad\(.*"grid":\[4096,1,1\].*"block":\[256,1,1\].*"flops_fp32":2097152.0,' source.jsonl
# 64 blocks of 128 threads, 100 multiply-adds each: 1,638,400; 1,024 bytes of shared memory.
lines 3 '"kernel":"void chain<double>\(.*"grid":\[16,4,1\].*"dynamic_shared_bytes":1024.*"flops_fp64":1638400.0,' source.jsonl
lines 0 '"registers":0,' source.jsonl
[[ $(grep -c "^  predicted" out) -ge 1 ]] || fail "no predictions"

# An executable, unmodified; one kernel of it.
nvcc=$(command -v nvcc || echo "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc")
"$nvcc" -O3 -arch=native "$source" -o app
status=0
"$kcast" collect --program ./app --kernel '^void chain' --launches 1 --out one.jsonl -- 2 >out 2>err || status=$?
[[ $status == 3 ]] || fail "status $status of the executable"
lines 1 . one.jsonl
lines 1 'chain<double>' one.jsonl

# A program that crashes leaves what was read.
cat >crash.cu <<'CRASH'
#include <cstdlib>
__global__ void fill(int* p) { p[threadIdx.x] = 1; }
int main() {
  int* p;
  cudaMalloc(&p, 4096);
  fill<<<1, 32>>>(p);
  cudaDeviceSynchronize();
  abort();
}
CRASH
status=0
"$kcast" collect --program crash.cu --out crash.jsonl >out 2>err || status=$?
[[ $status == 134 ]] || fail "status $status of abort()"
lines 1 '"kernel":"fill\(' crash.jsonl

# ncu's numbers for the same launches, where ncu is.
if command -v ncu >/dev/null; then
  LC_ALL=C ncu --csv --page raw --print-units base --clock-control none \
    --metrics sm__sass_thread_inst_executed_op_ffma_pred_on.sum,gpu__time_duration.sum \
    --log-file ncu.csv ./app 1 >/dev/null || true
  grep -E 'triad|chain' ncu.csv || true
fi
[[ $failed == 0 ]] && echo "all as it should be"
exit $failed
