// Cut off in a kernel, with a header that is missing.
#include <hip/hip_runtime.h>
#include <rocprim/rocprim.hpp>

__global__ void copy_rows(const float* in, float* out, int cols) {
  for (int c = threadIdx.x; c < cols; c += blockDim.x) out[blockIdx.x * cols + c] = in[blockIdx.x * cols + c];
}

void run(float* in, float* out, int rows, int cols) {
  hipLaunchKernelGGL(copy_rows, dim3(rows), dim3(256), 0, 0, in, out, cols);
}

__global__ void unfinished(float* p) {
  if (threadIdx.x < 32) {
    p[threadIdx.x] = p[threadIdx.x +
