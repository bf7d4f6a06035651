extern "C" __global__ void sum_six_streams(const float* p0, const float* p1, const float* p2, const float* p3,
                                           const float* p4, const float* p5, float* sum, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  sum[i] = ((p0[i] + p1[i]) + (p2[i] + p3[i])) + (p4[i] + p5[i]);
}
