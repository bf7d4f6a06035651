#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void scatter_permuted(__global const double* restrict values, __global const uint* restrict where,
                               __global double* restrict result, uint n) {
  for (uint i = get_global_id(0); i < n; i += get_global_size(0))
    result[where[i]] = values[i];
}
