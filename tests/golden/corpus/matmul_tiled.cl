#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define TILE 16

__kernel void matmul(__global const double* restrict a, __global const double* restrict b,
    __global double* restrict c, int n) {
  __local double ta[TILE][TILE];
  __local double tb[TILE][TILE + 1];
  int col = get_group_id(0) * TILE + get_local_id(0);
  int row = get_group_id(1) * TILE + get_local_id(1);
  double acc = 0.0;
  for (int t = 0; t < n / TILE; ++t) {
    ta[get_local_id(1)][get_local_id(0)] = a[row * n + t * TILE + get_local_id(0)];
    tb[get_local_id(1)][get_local_id(0)] = b[(t * TILE + get_local_id(1)) * n + col];
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int k = 0; k < TILE; ++k) {
      acc = fma(ta[get_local_id(1)][k], tb[k][get_local_id(0)], acc);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + col] = acc;
}
