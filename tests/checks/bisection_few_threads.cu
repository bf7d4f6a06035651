// A handful of threads, each solving one equation by bisection: all latency.
extern "C" __global__ void bisection_few_threads(const double* coeff, double* root, int equations, int iterations) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= equations) return;
  const double a = coeff[2 * e], b = coeff[2 * e + 1];
  double lo = 0.0, hi = 4.0;
  for (int k = 0; k < iterations; ++k) {
    const double mid = 0.5 * (lo + hi);
    if (mid * mid * mid + a * mid - 4.0 * b > 0.0)
      hi = mid;
    else
      lo = mid;
  }
  root[e] = 0.5 * (lo + hi);
}
