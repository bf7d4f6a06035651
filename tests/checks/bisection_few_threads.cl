#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void bisection_few_threads(__global const double* coeff, __global double* root, int equations, int iterations) {
  const int e = get_global_id(0);
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
