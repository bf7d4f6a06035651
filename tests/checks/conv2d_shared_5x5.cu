#define R 2
#define TW 16
__constant__ float kern[5][5] = {{0.003f, 0.013f, 0.022f, 0.013f, 0.003f},
                                 {0.013f, 0.060f, 0.098f, 0.060f, 0.013f},
                                 {0.022f, 0.098f, 0.162f, 0.098f, 0.022f},
                                 {0.013f, 0.060f, 0.098f, 0.060f, 0.013f},
                                 {0.003f, 0.013f, 0.022f, 0.013f, 0.003f}};
extern "C" __global__ void conv2d_shared_5x5(const float* img, float* blur, int w, int h) {
  __shared__ float t[TW + 2 * R][TW + 2 * R];
  const int x0 = blockIdx.x * TW - R, y0 = blockIdx.y * TW - R;
  for (int e = threadIdx.y * TW + threadIdx.x; e < (TW + 2 * R) * (TW + 2 * R); e += TW * TW) {
    const int ty = e / (TW + 2 * R), tx = e % (TW + 2 * R);
    const int sx = min(max(x0 + tx, 0), w - 1), sy = min(max(y0 + ty, 0), h - 1);
    t[ty][tx] = img[sy * w + sx];
  }
  __syncthreads();
  const int x = blockIdx.x * TW + threadIdx.x, y = blockIdx.y * TW + threadIdx.y;
  if (x >= w || y >= h) return;
  float s = 0.f;
#pragma unroll
  for (int dy = 0; dy < 5; ++dy)
#pragma unroll
    for (int dx = 0; dx < 5; ++dx) s += kern[dy][dx] * t[threadIdx.y + dy][threadIdx.x + dx];
  blur[y * w + x] = s;
}
