#define TS 16
__kernel void matmul_tiled16(__global const float* restrict a, __global const float* restrict b,
                             __global float* restrict c, int n) {
  __local float as[TS][TS];
  __local float bs[TS][TS];
  const int tx = get_local_id(0), ty = get_local_id(1);
  const int row = get_group_id(1) * TS + ty, col = get_group_id(0) * TS + tx;
  float acc = 0.f;
  for (int t = 0; t < n / TS; ++t) {
    as[ty][tx] = a[row * n + t * TS + tx];
    bs[ty][tx] = b[(t * TS + ty) * n + col];
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int k = 0; k < TS; ++k) acc += as[ty][k] * bs[k][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + col] = acc;
}
