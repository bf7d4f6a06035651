#define CHAINS 8
extern "C" __global__ void __launch_bounds__(256, 4) independent_fma_ilp(float* sink, float m, int loops) {
  float acc[CHAINS];
#pragma unroll
  for (int c = 0; c < CHAINS; ++c) acc[c] = 0.1f * c + threadIdx.x;
  for (int l = 0; l < loops; ++l) {
#pragma unroll
    for (int c = 0; c < CHAINS; ++c) acc[c] = acc[c] * m + 1.0f;
  }
  float s = 0.f;
#pragma unroll
  for (int c = 0; c < CHAINS; ++c) s += acc[c];
  sink[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
