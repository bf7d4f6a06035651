__kernel void lu_trailing_update(__global float* a, int n, int k) {
  const int j = k + 1 + get_global_id(0);
  const int i = k + 1 + get_global_id(1);
  if (i < n && j < n) a[i * n + j] -= a[i * n + k] / a[k * n + k] * a[k * n + j];
}
