extern "C" __global__ void triad_double2(double2* __restrict__ z, const double2* __restrict__ x,
                                         const double2* __restrict__ y, double alpha, int pairs) {
  int p = blockDim.x * blockIdx.x + threadIdx.x;
  if (p < pairs) {
    const double2 u = x[p];
    const double2 v = y[p];
    z[p] = make_double2(u.x + alpha * v.x, u.y + alpha * v.y);
  }
}
