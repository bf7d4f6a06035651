extern "C" __global__ void triad_restrict(float* __restrict__ a, const float* __restrict__ b,
                                          const float* __restrict__ c, float scalar, int len) {
  const int idx = threadIdx.x + blockDim.x * blockIdx.x;
  if (idx >= len) return;
  a[idx] = b[idx] + scalar * c[idx];
}
