// Column `k` of a lower triangular solve: the rows below take their share of x[k].
extern "C" __global__ void triangular_solve_column(const double* __restrict__ L, double* x, int n, int k) {
  __shared__ double xk;
  if (threadIdx.x == 0) xk = x[k] / L[(size_t)k * n + k];
  __syncthreads();
  const int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] -= L[(size_t)i * n + k] * xk;
}
