__kernel void adam_update(__global float* restrict p, __global const float* restrict g, __global float* restrict m,
                          __global float* restrict v, float lr, float b1, float b2, float eps, float c1, float c2, int n) {
  const int i = get_global_id(0);
  if (i >= n) return;
  const float gi = g[i];
  const float mi = b1 * m[i] + (1.0f - b1) * gi;
  const float vi = b2 * v[i] + (1.0f - b2) * gi * gi;
  m[i] = mi;
  v[i] = vi;
  p[i] -= lr * (mi / c1) / (sqrt(vi / c2) + eps);
}
