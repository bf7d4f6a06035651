// What ported code has: cuda names beside hip names, warpSize arithmetic, 64-bit masks.
#include <hip/hip_runtime.h>
#include <hip/hip_bfloat16.h>

#ifdef __HIP_PLATFORM_AMD__
#define WAVE 64
#else
#define WAVE 32
#endif

__global__ void lanes(unsigned long long* masks, int* counts, int threshold) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long mask = __ballot(i < threshold);
  masks[i / WAVE] = mask;
  counts[i] = __popcll(mask) + __shfl_xor(i, 1) + __shfl_up(i, 2) + __shfl(i, 0);
  if (__any(i == threshold)) counts[i] += 1;
}

int main(int argc, char** argv) {
  const int n = 2048;
  unsigned long long* masks;
  int* counts;
  hipMalloc((void**)&masks, n / WAVE * sizeof(unsigned long long));
  hipMalloc((void**)&counts, n * sizeof(int));
  hipLaunchKernelGGL(lanes, dim3(n / 256), dim3(256), 0, nullptr, masks, counts, argc > 1 ? std::atoi(argv[1]) : n / 2);
  hipDeviceSynchronize();
}
