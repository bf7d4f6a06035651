#!/usr/bin/env bash
# kcast predict --toolkit: registers and PTX by NVIDIA's compilers, which need no GPU.
set -euo pipefail
kcast=$1
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
failed=0
fail() { echo "$*"; sed 's/^/  /' "$dir/out" "$dir/err"; failed=1; }
run() { local status=0; "$kcast" "$@" >"$dir/out" 2>"$dir/err" </dev/null || status=$?; return "$status"; }

cat >"$dir/k.cu" <<'CUDA'
template <int N> __global__ void k(float* y, const float* x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int j = 0; j < N; ++j) sum += x[i + j];
  y[i] = sum;
}
__global__ void other(float* y) { y[threadIdx.x] = 1; }
int main() {
  float *x, *y;
  cudaMalloc(&x, 4 << 20);
  cudaMalloc(&y, 4 << 20);
  k<8><<<4096, 128>>>(y, x);
  other<<<1, 128>>>(y);
}
CUDA

if run predict "$dir/k.cu" --cuda-path "$dir/nowhere"; then fail "a folder without a toolkit was taken"; fi
grep -q "no CUDA toolkit in $dir/nowhere" "$dir/err" || fail "the folder without a toolkit is not named"

if ! run inspect "$dir/k.cu" --toolkit; then
  echo "skipped: there is no CUDA toolkit"
  exit $((failed ? 1 : 77))
fi
registers=$(sed -n 's/.*ptxas *\([0-9]*\) registers.*/\1/p' "$dir/out" | sort -n | tail -1)
run predict "$dir/k.cu" --toolkit --kernel k || fail "predict --toolkit failed"
grep -q "PTX by NVRTC, machine code by ptxas, of CUDA" "$dir/err" || fail "it is not said who made the code"
tr '\n' ' ' <"$dir/out" | tr -s ' ' | grep -q "; $registers registers per thread" ||
  fail "not the $registers registers of ptxas"
run predict "$dir/k.cu" --kernel k || fail "predict failed"
grep -q "about [0-9]* registers" "$dir/out" || fail "an estimate is not said to be one"

# A function of another file: the toolkit sees one file at a time, and what was linked here stays.
printf 'extern __device__ float f(float);\n__global__ void a(float* x) { x[threadIdx.x] = f(2); }\nint main() { float* x; cudaMalloc(&x, 512); a<<<1, 128>>>(x); }\n' >"$dir/a.cu"
printf '__device__ float f(float x) { return sqrtf(x) / 3.0f; }\n' >"$dir/b.cu"
run predict "$dir/a.cu" "$dir/b.cu" --toolkit || fail "a program of two files failed"
grep -q "PTX is Clang's.*defined in another file" "$dir/err" "$dir/out" || fail "it is not said whose PTX it is"
for command in "diff $dir/k.cu $dir/k.cu" "rank $dir/k.cu"; do
  # shellcheck disable=SC2086  # Words.
  run $command --toolkit || fail "kcast $command --toolkit failed"
done
exit "$failed"
