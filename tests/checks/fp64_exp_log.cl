#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void fp64_exp_log(__global const double* x, __global double* y, int n) {
  int i = get_global_id(0);
  if (i < n) y[i] = exp(-x[i]) + log(x[i] + 1.0) * exp(0.25 * x[i]);
}
