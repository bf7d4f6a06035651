// The median of 3 x 3 pixels by exchanging pairs in registers.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define ORDER(a, b)                        \
  do {                                     \
    uint16_t less = (a) < (b) ? (a) : (b); \
    (b) = (a) < (b) ? (b) : (a);           \
    (a) = less;                            \
  } while (0)

static void median(int w, int h, const uint16_t *in, uint16_t *out) {
#pragma omp target teams distribute parallel for collapse(2) map(to : in[0 : w * h]) \
    map(from : out[0 : w * h])
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      if (x == 0 || y == 0 || x == w - 1 || y == h - 1) {
        out[y * w + x] = in[y * w + x];
        continue;
      }
      uint16_t p[9];
      for (int k = 0; k < 9; k++)
        p[k] = in[(y + k / 3 - 1) * w + x + k % 3 - 1];
      // Rows in order, then the largest low, the median middle and the smallest high one.
      for (int r = 0; r < 9; r += 3) {
        ORDER(p[r], p[r + 1]);
        ORDER(p[r + 1], p[r + 2]);
        ORDER(p[r], p[r + 1]);
      }
      uint16_t low = p[0] > p[3] ? p[0] : p[3], high = p[2] < p[5] ? p[2] : p[5];
      low = low > p[6] ? low : p[6];
      high = high < p[8] ? high : p[8];
      ORDER(p[1], p[4]);
      ORDER(p[4], p[7]);
      ORDER(p[1], p[4]);
      ORDER(low, p[4]);
      ORDER(p[4], high);
      ORDER(low, p[4]);
      out[y * w + x] = p[4];
    }
}

int main(int argc, char **argv) {
  int w = argc > 1 ? atoi(argv[1]) : 2048;
  int h = argc > 2 ? atoi(argv[2]) : 2048;
  uint16_t *in = malloc(w * h * sizeof(uint16_t)), *out = malloc(w * h * sizeof(uint16_t));
  for (int p = 0; p < w * h; p++)
    in[p] = (uint16_t)((p * 40503u) >> 3 & 0xfff);
  median(w, h, in, out);
  int wrong = 0;
  long sum = 0;
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) {
      int below = 0, equal = 0, value = out[y * w + x];
      for (int k = 0; k < 9; k++) {
        int other = in[(y + k / 3 - 1) * w + x + k % 3 - 1];
        below += other < value;
        equal += other == value;
      }
      wrong += below > 4 || below + equal < 5;
      sum += value;
    }
  printf("%s %ld\n", wrong ? "wrong" : "ok", sum);
  return wrong != 0;
}
