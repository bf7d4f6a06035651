__kernel void triad_restrict(__global float* restrict a, __global const float* restrict b,
                             __global const float* restrict c, float scalar, int len) {
  const int idx = get_global_id(0);
  if (idx >= len) return;
  a[idx] = b[idx] + scalar * c[idx];
}
