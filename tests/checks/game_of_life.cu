extern "C" __global__ void game_of_life(const unsigned char* now, unsigned char* then, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int alive = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx || dy) alive += now[((y + dy + h) % h) * w + (x + dx + w) % w];
  then[y * w + x] = alive == 3 || (alive == 2 && now[y * w + x]);
}
