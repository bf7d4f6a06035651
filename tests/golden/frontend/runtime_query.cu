// What the device would answer is not known; what does not depend on it is.
#include <algorithm>
#include <cstdio>

__global__ void busy(float* out, int rounds) {
  float v = threadIdx.x;
  for (int i = 0; i < rounds; ++i) v = v * 1.0001f + 0.5f;
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

int main() {
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  int sms = prop.multiProcessorCount;
  float* out;
  cudaMalloc(&out, (size_t)sms * 2 * 256 * sizeof(float));
  busy<<<sms * 2, 256>>>(out, 100);
  int blocks = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, busy, 256, 0);
  busy<<<blocks, 256>>>(out, 1);
  if (prop.major >= 9) busy<<<10, 32>>>(out, 2);
  if (prop.totalGlobalMem > (size_t)16 << 30) busy<<<10, 64>>>(out, 3);
}
