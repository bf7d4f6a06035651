__kernel void polynomial_horner(__global const float* x, __global float* y, int n) {
  const int tid = get_global_id(0);
  if (tid < n) {
    const float t = x[tid] - 1.0f;
    float p = 0.0123f;
#pragma unroll
    for (int d = 15; d >= 0; --d) p = fma(p, t, 1.0f / (d + 1));
    y[tid] = p;
  }
}
