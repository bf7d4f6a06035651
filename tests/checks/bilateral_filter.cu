extern "C" __global__ void bilateral_filter(const float* src, float* dst, int width, int height, int radius, float inv_space,
                                            float inv_range) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float centre = src[y * width + x];
  float sum = 0.f, norm = 0.f;
  for (int dy = -radius; dy <= radius; dy++) {
    for (int dx = -radius; dx <= radius; dx++) {
      const int sx = min(max(x + dx, 0), width - 1);
      const int sy = min(max(y + dy, 0), height - 1);
      const float v = src[sy * width + sx];
      const float diff = v - centre;
      const float wgt = expf(-(dx * dx + dy * dy) * inv_space - diff * diff * inv_range);
      sum += wgt * v;
      norm += wgt;
    }
  }
  dst[y * width + x] = sum / norm;
}
