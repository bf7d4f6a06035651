extern "C" __global__ void relu_bias_rows(float* z, const float* bias, int batch, int features) {
  int f = blockIdx.x * blockDim.x + threadIdx.x;
  int r = blockIdx.y;
  if (f < features && r < batch) {
    float v = z[r * features + f] + bias[f];
    z[r * features + f] = v > 0.f ? v : 0.f;
  }
}
