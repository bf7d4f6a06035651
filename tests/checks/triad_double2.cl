#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void triad_double2(__global double2* restrict z, __global const double2* restrict x,
                            __global const double2* restrict y, double alpha, int pairs) {
  int p = get_global_id(0);
  if (p < pairs) {
    const double2 u = x[p];
    const double2 v = y[p];
    z[p] = u + alpha * v;
  }
}
