// Conway's game of life on a torus, bytes in two grids that swap.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void generation(int w, int h, const uint8_t *now, uint8_t *next) {
#pragma omp target teams distribute parallel for collapse(2) schedule(static, 1)
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int alive = -now[y * w + x];
      for (int dy = h - 1; dy <= h + 1; dy++)
        for (int dx = w - 1; dx <= w + 1; dx++)
          alive += now[(y + dy) % h * w + (x + dx) % w];
      next[y * w + x] = alive == 3 || (alive == 2 && now[y * w + x]);
    }
}

int main(int argc, char **argv) {
  int w = (argc > 1 ? atoi(argv[1]) : 2000) / 8 * 8;
  int h = (argc > 2 ? atoi(argv[2]) : 1600) / 8 * 8;
  int rounds = argc > 3 ? atoi(argv[3]) : 4;
  uint8_t *now = calloc(w * h, 1), *next = calloc(w * h, 1);
  // A glider in each block of 8 x 8; four generations move it by one cell along the diagonal.
  for (int y = 0; y < h; y += 8)
    for (int x = 0; x < w; x += 8) {
      now[y * w + x + 1] = now[(y + 1) * w + x + 2] = 1;
      for (int k = 0; k < 3; k++)
        now[(y + 2) * w + x + k] = 1;
    }
  uint8_t *start = malloc(w * h);
  for (int p = 0; p < w * h; p++)
    start[p] = now[p];
#pragma omp target data map(tofrom : now[0 : w * h]) map(alloc : next[0 : w * h])
  for (int g = 0; g < 2 * rounds; g++) {
    generation(w, h, now, next);
    generation(w, h, next, now);
  }
  int wrong = 0;
  long sum = 0;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      wrong += now[(y + rounds) % h * w + (x + rounds) % w] != start[y * w + x];
      sum += (long)now[y * w + x] * (y * w + x) % 97;
    }
  printf("%s %ld\n", wrong ? "wrong" : "ok", sum);
  return wrong != 0;
}
