// kcast: -D rows=32 -D cols=100 --kernel add_bias
#include <cuda_runtime.h>

__global__ void other(float* out) { *out = 0; }

__global__ void add_bias(float* out, const float* bias, int rows, int cols) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * cols) out[i] += bias[i % cols];
}

void launch_add_bias(const int rows, const int cols) {
  float *out, *bias;
  cudaMalloc(&out, rows * cols * sizeof(float));
  cudaMalloc(&bias, cols * sizeof(float));
  const int threads = 256;
  add_bias<<<(rows * cols + threads - 1) / threads, threads>>>(out, bias, rows, cols);
}
