__kernel void gelu_tanh(__global const float* restrict x, __global float* restrict y, int n) {
  const int i = get_global_id(0);
  if (i < n) {
    const float v = x[i];
    y[i] = 0.5f * v * (1.0f + tanh(0.7978845608f * (v + 0.044715f * v * v * v)));
  }
}
