// Few threads, very many dependent multiply-adds each.
extern "C" __global__ void fma_chain_long(float* out, float a, float b, int iterations) {
  float x = threadIdx.x * 0.001f;
  for (int i = 0; i < iterations; ++i) x = fmaf(x, a, b);
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
