// The ending says C++, the words say HIP.
#include <hip/hip_runtime.h>

__global__ void fill(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = 1.0f;
}

int main() {
  float* x;
  const int n = 1 << 20;
  (void)hipMalloc(&x, n * sizeof(float));
  hipLaunchKernelGGL(fill, dim3(n / 256), dim3(256), 0, 0, x, n);
}
