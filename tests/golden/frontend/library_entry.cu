// No main: a library function launches; its parameters are reported.
#include <cuda_runtime.h>

__global__ void add_bias(float* out, const float* bias, int rows, int cols) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * cols) out[i] += bias[i % cols];
}

extern "C" cudaError_t launch_add_bias(float* out, const float* bias, int rows, int cols, cudaStream_t stream) {
  const int threads = 256;
  const int blocks = (rows * cols + threads - 1) / threads;
  add_bias<<<blocks, threads, 0, stream>>>(out, bias, rows, cols);
  return cudaGetLastError();
}
