extern "C" __global__ void stencil1d_radius3(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 3 && i < n - 3) {
    float s = 0;
    for (int k = -3; k <= 3; ++k) s += in[i + k];
    out[i] = s / 7.0f;
  }
}
