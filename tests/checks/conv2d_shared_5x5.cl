#define R 2
#define TW 16
__constant float kern[5][5] = {{0.003f, 0.013f, 0.022f, 0.013f, 0.003f},
                               {0.013f, 0.060f, 0.098f, 0.060f, 0.013f},
                               {0.022f, 0.098f, 0.162f, 0.098f, 0.022f},
                               {0.013f, 0.060f, 0.098f, 0.060f, 0.013f},
                               {0.003f, 0.013f, 0.022f, 0.013f, 0.003f}};
__kernel void conv2d_shared_5x5(__global const float* img, __global float* blur, int w, int h) {
  __local float t[TW + 2 * R][TW + 2 * R];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int x0 = (int)get_group_id(0) * TW - R, y0 = (int)get_group_id(1) * TW - R;
  for (int e = ly * TW + lx; e < (TW + 2 * R) * (TW + 2 * R); e += TW * TW) {
    const int ty = e / (TW + 2 * R), tx = e % (TW + 2 * R);
    const int sx = min(max(x0 + tx, 0), w - 1), sy = min(max(y0 + ty, 0), h - 1);
    t[ty][tx] = img[sy * w + sx];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= w || y >= h) return;
  float s = 0.f;
#pragma unroll
  for (int dy = 0; dy < 5; ++dy)
#pragma unroll
    for (int dx = 0; dx < 5; ++dx) s += kern[dy][dx] * t[ly + dy][lx + dx];
  blur[y * w + x] = s;
}
