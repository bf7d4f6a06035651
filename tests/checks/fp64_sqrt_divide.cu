extern "C" __global__ void fp64_sqrt_divide(const double* __restrict__ a, const double* __restrict__ b,
                                            double* __restrict__ out, int n, int repeat) {
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  if (tid >= n) return;
  double u = a[tid];
  const double v = b[tid];
  for (int r = 0; r < repeat; ++r) u = sqrt(u + v) / (v + 0.5 * u);
  out[tid] = u;
}
