__kernel void relu_bias_rows(__global float* z, __global const float* bias, int batch, int features) {
  int f = get_global_id(0);
  int r = get_global_id(1);
  if (f < features && r < batch) {
    float v = z[r * features + f] + bias[f];
    z[r * features + f] = v > 0.f ? v : 0.f;
  }
}
