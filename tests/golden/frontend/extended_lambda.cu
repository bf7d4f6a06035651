// kcast: --flags "--extended-lambda -std=c++17"
#include <cuda_runtime.h>

template <typename F>
__global__ void apply_all(int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}

int main() {
  float* v;
  const int n = 256;
  const float by = 2.5f;
  cudaMalloc(&v, n * sizeof(float));
  apply_all<<<2, 128>>>(n, [=] __device__(int i) { v[i] = by * i; });
}
