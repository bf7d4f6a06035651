// The sum of an array in two passes: one partial sum per block, then one block
// over those.
//
//   ./kcast inspect examples/reduction.hip
#include <hip/hip_runtime.h>

#include <cstdio>
#include <vector>

constexpr int kThreads = 256;

__global__ void __launch_bounds__(kThreads) block_sums(const float* in, float* out, int n) {
  __shared__ float sums[kThreads];
  float sum = 0.0f;
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < n; i += gridDim.x * kThreads) sum += in[i];
  sums[threadIdx.x] = sum;
  __syncthreads();
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

int main() {
  const int n = 1 << 22;
  const int blocks = 512;
  const std::vector<float> host(n, 0.5f);

  float* in = nullptr;
  float* partial = nullptr;
  float* total = nullptr;
  (void)hipMalloc(&in, n * sizeof(float));
  (void)hipMalloc(&partial, blocks * sizeof(float));
  (void)hipMalloc(&total, sizeof(float));
  (void)hipMemcpy(in, host.data(), n * sizeof(float), hipMemcpyHostToDevice);

  hipLaunchKernelGGL(block_sums, dim3(blocks), dim3(kThreads), 0, 0, in, partial, n);
  hipLaunchKernelGGL(block_sums, dim3(1), dim3(kThreads), 0, 0, partial, total, blocks);

  float sum = 0.0f;
  (void)hipMemcpy(&sum, total, sizeof(float), hipMemcpyDeviceToHost);
  std::printf("sum = %g (%g expected)\n", sum, 0.5 * n);
  (void)hipFree(in);
  (void)hipFree(partial);
  (void)hipFree(total);
  return 0;
}
