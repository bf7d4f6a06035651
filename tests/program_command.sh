#!/usr/bin/env bash
# kcast collect --program and --import as a user meets them, with stand-ins for NVIDIA's driver and
# CUPTI (tests/fake_cuda), so without a GPU.
#
#   program_command.sh KCAST APPLICATION FAKES
set -euo pipefail
tests=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
kcast=$1 app=$2 fakes=$3
source=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/..
profiles=$source/tests/data/profilers
dir=$(mktemp -d)
failed=0
trap 'rm -rf "$dir"' EXIT
cd "$dir"

# shellcheck source=tests/command_checks.sh
source "$tests/command_checks.sh"
# lines COUNT PATTERN FILE
lines() {
  local got
  got=$(grep -cE -- "$2" "$3" || true)
  [[ $got == "$1" ]] || { echo "$3: $got lines ~ /$2/, wanted $1"; cat "$3"; failed=1; }
}

# Without a driver the library is never loaded; by itself it does nothing.
expect 1 'got 1 arguments' 'complains' collect --program "$app" -- 1
expect 1 '' 'did not start CUDA' collect --program /bin/true
LD_PRELOAD=$(dirname "$kcast")/libkcast-inject.so /bin/echo harmless >out 2>&1
lines 1 '^harmless$' out
expect 7 'got 2 arguments' 'did not start CUDA' collect --program "$app" -- 1 7

# A source is compiled, with its other files and flags; headers among them are not.
cat >main.cu <<'CUDA'
#include <cstdio>
#include "other.h"
__global__ void nothing() {}
int main(int argc, char** argv) {
  std::printf("%d arguments, the last is %s, the other file says %d\n", argc - 1, argv[argc - 1], other());
  return STATUS;
}
CUDA
echo 'int other();' >other.h
echo 'int other() { return 42; }' >other.cpp
expect 4 '^2 arguments, the last is b c, the other file says 42$' 'did not start CUDA' collect \
  --program main.cu --with other.cpp --with other.h --flags '-arch=sm_90 -DSTATUS=4' -- a 'b c'
expect 2 '' 'nvcc main.cu: exit status' collect --program main.cu --flags -arch=sm_90
expect 2 '' "'--help' is no program" collect --program --help
expect 0 'launches of each kernel are read' '' collect --program x --help

export LD_LIBRARY_PATH=$fakes/driver CUDA_HOME=$fakes/toolkit

# Without CUPTI the application runs on as it would.
CUDA_HOME=$dir KCAST_INJECT_OUT=$dir/no.jsonl \
  CUDA_INJECTION64_PATH=$(dirname "$kcast")/libkcast-inject.so "$app" 1 0 >out 2>err
lines 1 'got 2 arguments' out

# The first launches of each kernel, once; launches into a graph and those that fail give none.
expect 0 'saxpy +1 +65536 +256 +64.0 us +12.5 +33.5 +4.73 TB/s +2.88 TB/s +524 GFLOP/s +bandwidth' \
  'complains' collect --program "$app" --out all.jsonl -- 5
lines 1 'the application got 1 arguments' out
lines 1 'NVIDIA H200' out
lines 1 'too_big: launch: invalid argument \(3 times\)' out
lines 3 '"kernel":"saxpy\(int, float, float const\*, float\*\)".*"flops_fp32":33554432.0.*"registers":24' all.jsonl
lines 3 '"kernel":"void parallel<float>\(float\*\)".*"times_us":\[64.0\]' all.jsonl
lines 0 'captured' all.jsonl
lines 3 '"reason":"launch"' all.jsonl
lines 9 . all.jsonl
expect 0 'parallel<float> +8 ' 'complains' collect --program "$app" --launches 8 --kernel 'paral+el' --out some.jsonl -- 5
lines 8 . some.jsonl
lines 8 parallel some.jsonl
# Launches of four threads: none is counted together with another.
expect 0 'parallel<float> +50 ' 'complains' collect --program "$app" --launches 50 --kernel parallel --out threads.jsonl -- 5
lines 50 '"flops_fp32":33554432.0' threads.jsonl

# A status and a signal are the application's own; what was read before is there.
expect 5 'saxpy +1 ' 'complains' collect --program "$app" --out failed.jsonl --argv '2 5'
expect 139 'saxpy +2 ' 'complains' collect --program "$app" --out crashed.jsonl -- 2 11
lines 2 saxpy crashed.jsonl

# Where nobody may profile, three launches say so and the application goes on.
FAKE_CUPTI_REFUSE=1 expect 1 'counters: .*run as root' 'no launch was read' collect --program "$app" --launches 9 --out refused.jsonl -- 5
lines 3 INSUFFICIENT_PRIVILEGES refused.jsonl
FAKE_CUDA_SYNC=700 expect 1 'counters: before the launch: some error' 'no launch was read' collect --program "$app" -- 5
FAKE_CUPTI_NO_TENSOR=1 expect 0 'saxpy +3 ' 'complains' collect --program "$app" -- 5
expect 2 '' 'no regular expression' collect --program "$app" --kernel '('
expect 1 '' 'no/such/app' collect --program no/such/app
expect 2 '' 'give one of them' collect --program "$app" --import all.jsonl
expect 1 '' "unknown gpu 'nosuchgpu'" collect --import all.jsonl --gpu nosuchgpu

# Predictions beside the readings, for the launch in the source and for one that is not.
cp "$source/examples/saxpy.cu" .
expect 0 'predicted +[0-9.]+ us' 'not predicted: parallel' collect --import all.jsonl --source saxpy.cu
lines 3 '^  predicted ' out
sed -n '/__global__/,/^}/p' saxpy.cu >no_main.cu
expect 0 'predicted \*' '' collect --import all.jsonl --kernel saxpy --source no_main.cu
expect 0 'not say this launch' '' collect --import all.jsonl --kernel saxpy --source no_main.cu

# The program's arguments are the prediction's.
sed '/int main/,$d' saxpy.cu >sized.cu
cat >>sized.cu <<'CUDA'
int main(int argc, char** argv) {
  const int n = atoi(argv[1]) * 1024;
  float *x, *y;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  saxpy<<<n / 256, 256>>>(n, 3.0f, x, y);
}
CUDA
expect 0 'predicted  ' '' collect --import all.jsonl --kernel saxpy --source sized.cu --argv 16384
expect 0 'predicted \*' '' collect --import all.jsonl --kernel saxpy --source sized.cu --argv 16

# As kcast eval --suite calls it: nvcc, then the library in the program.
cp "$source/tests/fake_cuda/fake_app_main.cpp" app.cu
expect 5 'saxpy +2 ' 'complains' collect --device cuda --program app.cu --out app.jsonl --no-predict \
  --argv '2 5' --flags '-arch=sm_90 -std=c++20'
lines 2 saxpy app.jsonl
lines 0 predicted out

# What other profilers left.
expect 0 'saxpy +1 +4096 +256 ' '' collect --import "$profiles/ncu_base.csv" --out ncu.jsonl
lines 3 '"collector":"ncu"' ncu.jsonl
expect 0 'gemm<\(int\)16' '' collect --import ncu.jsonl
expect 0 'vecCopy.* +1 +[0-9]+ +[0-9]+ +20.6 us +50.0 +35.8' '' collect --import "$profiles/rocm_mi200"
expect 0 'us +' '' collect --import "$profiles/rocprofv3_mi300x" --arch gfx942
expect 1 '' 'nowhere' collect --import nowhere
expect 0 '^[a-z0-9_.,]*gpu__time_duration.sum' '' collect --ncu-metrics
echo hello >text
expect 2 '' 'text: neither ncu' collect --import text

# AMD's profiler, played by a script.
expect 2 '' 'hipcc' collect --device rocm --program saxpy.cu
expect 1 '' '--program ./app' collect --device rocm --plan nowhere --out x.db
expect 1 '' 'no/such/rocprof' collect --device rocm --arch gfx942 --profiler-path no/such/rocprof --program /bin/true
cp "$profiles/fake_rocprof.sh" rocprofv3
chmod +x rocprofv3
export KCAST_FAKE_LOG=$dir/log KCAST_FAKE_MODE=ok KCAST_FIXTURES=$profiles
expect 0 ' us ' '' collect --device rocm --arch gfx942 --profiler-path "$dir/rocprofv3" \
  --launches 1 --out amd.jsonl --program /bin/true -- one two
lines 1 '"kernel":"vecCopy' amd.jsonl
lines 1 '"kernel":"void scale<float' amd.jsonl
lines 2 '"collector":"rocm"' amd.jsonl
lines 1 '/bin/true\|one\|two' log
exit $failed
