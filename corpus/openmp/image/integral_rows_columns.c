// A summed-area table: sums along rows, then along columns, then box means from four corners.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void box_means(int w, int h, int radius, const float *in, double *table, float *out) {
#pragma omp target data map(to : in[0 : w * h]) map(alloc : table[0 : w * h]) \
    map(from : out[0 : w * h])
  {
#pragma omp target teams distribute parallel for
    for (int y = 0; y < h; y++) {
      double sum = 0;
      for (int x = 0; x < w; x++)
        table[y * w + x] = sum += in[y * w + x];
    }
#pragma omp target teams distribute parallel for
    for (int x = 0; x < w; x++)
      for (int y = 1; y < h; y++)
        table[y * w + x] += table[(y - 1) * w + x];
#pragma omp target teams distribute parallel for collapse(2)
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        int left = x - radius - 1, top = y - radius - 1;
        int right = x + radius < w ? x + radius : w - 1;
        int bottom = y + radius < h ? y + radius : h - 1;
        double sum = table[bottom * w + right];
        if (left >= 0) sum -= table[bottom * w + left];
        if (top >= 0) sum -= table[top * w + right];
        if (left >= 0 && top >= 0) sum += table[top * w + left];
        int columns = right - (left < 0 ? -1 : left), rows = bottom - (top < 0 ? -1 : top);
        out[y * w + x] = (float)(sum / (rows * columns));
      }
  }
}

int main(int argc, char **argv) {
  int w = argc > 1 ? atoi(argv[1]) : 2000;
  int h = argc > 2 ? atoi(argv[2]) : 1500;
  int radius = 4;
  float *in = malloc(w * h * sizeof(float)), *out = malloc(w * h * sizeof(float));
  double *table = malloc(w * h * sizeof(double)), error = 0, total = 0;
  for (int p = 0; p < w * h; p++)
    in[p] = (float)(p % 251) * 0.004f;
  box_means(w, h, radius, in, table, out);
  for (int p = 0; p < w * h; p++) {
    total += out[p];
    if (p % 101) continue;
    double sum = 0;
    int count = 0;
    for (int y = p / w - radius; y <= p / w + radius; y++)
      for (int x = p % w - radius; x <= p % w + radius; x++)
        if (x >= 0 && y >= 0 && x < w && y < h) {
          sum += in[y * w + x];
          count++;
        }
    error = fmax(error, fabs(sum / count - out[p]));
  }
  printf("%s %.8g\n", error < 1e-5 ? "ok" : "wrong", total);
  return error >= 1e-5;
}
