// Convolution of an 8-bit image with 5 x 5 weights that live in a table on the device.
#include <stdio.h>
#include <stdlib.h>

#pragma omp declare target
static const int weight[25] = {1,  4, 6, 4,  1,  4,  16, 24, 16, 4, 6, 24, 36,
                               24, 6, 4, 16, 24, 16, 4,  1,  4,  6, 4, 1};

static unsigned char blurred(int width, int height, const unsigned char *in, int x, int y) {
  int sum = 0;
  for (int dy = -2; dy <= 2; dy++)
    for (int dx = -2; dx <= 2; dx++) {
      int u = x + dx < 0 ? 0 : x + dx >= width ? width - 1 : x + dx;
      int v = y + dy < 0 ? 0 : y + dy >= height ? height - 1 : y + dy;
      sum += weight[(dy + 2) * 5 + dx + 2] * in[v * width + u];
    }
  return (unsigned char)((sum + 128) >> 8);
}
#pragma omp end declare target

int main(int argc, char **argv) {
  int width = argc > 1 ? atoi(argv[1]) : 3840;
  int height = argc > 2 ? atoi(argv[2]) : 2160;
  int size = width * height, wrong = 0;
  unsigned char *in = malloc(size), *out = malloc(size);
  for (int p = 0; p < size; p++)
    in[p] = (p % width) * 3 ^ (p / width) * 5;
#pragma omp target teams distribute parallel for collapse(2) map(to : in[0 : size]) \
    map(from : out[0 : size]) num_threads(256)
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      out[y * width + x] = blurred(width, height, in, x, y);
  long sum = 0;
  for (int p = 0; p < size; p++) {
    wrong += out[p] != blurred(width, height, in, p % width, p / width);
    sum += out[p];
  }
  printf("%s %ld\n", wrong ? "wrong" : "ok", sum);
  return wrong != 0;
}
