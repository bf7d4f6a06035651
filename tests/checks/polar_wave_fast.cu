// Interference of point sources: sine, cosine, power and division per source.
extern "C" __global__ void polar_wave_fast(const float2* source, float* intensity, int sources, int w, int h, float k) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float re = 0.0f, im = 0.0f;
  for (int s = 0; s < sources; ++s) {
    float dx = x * 0.01f - source[s].x, dy = y * 0.01f - source[s].y;
    float r = sqrtf(dx * dx + dy * dy) + 0.01f;
    re += cosf(k * r) / r;
    im += sinf(k * r) / r;
  }
  intensity[y * w + x] = powf(re * re + im * im, 0.25f);
}
