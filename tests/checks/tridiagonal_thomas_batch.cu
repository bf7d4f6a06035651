// Thomas algorithm, one system per thread, unknowns interleaved over systems.
extern "C" __global__ void tridiagonal_thomas_batch(const double* lower, const double* diag, const double* upper, double* rhs,
                                                    double* scratch, int n, int systems) {
  const int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= systems) return;
  double c = upper[s] / (diag[s] + 4.0);
  double d = rhs[s] / (diag[s] + 4.0);
  scratch[s] = c;
  rhs[s] = d;
  for (int i = 1; i < n; ++i) {
    const int at = i * systems + s;
    const double w = 1.0 / (diag[at] + 4.0 - lower[at] * c);
    c = upper[at] * w;
    d = (rhs[at] - lower[at] * d) * w;
    scratch[at] = c;
    rhs[at] = d;
  }
  for (int i = n - 2; i >= 0; --i) {
    const int at = i * systems + s;
    d = rhs[at] - scratch[at] * d;
    rhs[at] = d;
  }
}
