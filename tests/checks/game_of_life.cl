__kernel void game_of_life(__global const uchar* now, __global uchar* then, int w, int h) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x >= w || y >= h) return;
  int alive = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx || dy) alive += now[((y + dy + h) % h) * w + (x + dx + w) % w];
  then[y * w + x] = alive == 3 || (alive == 2 && now[y * w + x]);
}
