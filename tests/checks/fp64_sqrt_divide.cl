#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void fp64_sqrt_divide(__global const double* restrict a, __global const double* restrict b,
                               __global double* restrict out, int n, int repeat) {
  const int tid = get_global_id(0);
  if (tid >= n) return;
  double u = a[tid];
  const double v = b[tid];
  for (int r = 0; r < repeat; ++r) u = sqrt(u + v) / (v + 0.5 * u);
  out[tid] = u;
}
