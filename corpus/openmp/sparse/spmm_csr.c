// CSR matrix times a tall block of vectors (row-major), one thread for each entry of the result.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void spmm(int rows, int width, const int *start, const int *column, const float *value,
                 const float *b, float *c) {
#pragma omp target teams distribute parallel for collapse(2) num_threads(128)
  for (int r = 0; r < rows; r++)
    for (int w = 0; w < width; w++) {
      float sum = 0;
      for (int k = start[r]; k < start[r + 1]; k++)
        sum += value[k] * b[column[k] * width + w];
      c[r * width + w] = sum;
    }
}

int main(int argc, char **argv) {
  int side = argc > 1 ? atoi(argv[1]) : 320;
  int width = argc > 2 ? atoi(argv[2]) : 32;
  int rows = side * side, entries = 0;
  int *start = malloc((rows + 1) * sizeof(int)), *column = malloc(5 * rows * sizeof(int));
  float *value = malloc(5 * rows * sizeof(float));
  for (int r = 0; r < rows; r++) {
    int i = r % side, j = r / side;
    start[r] = entries;
    if (j > 0) column[entries] = r - side, value[entries++] = -1;
    if (i > 0) column[entries] = r - 1, value[entries++] = -1;
    column[entries] = r, value[entries++] = 4;
    if (i < side - 1) column[entries] = r + 1, value[entries++] = -1;
    if (j < side - 1) column[entries] = r + side, value[entries++] = -1;
  }
  start[rows] = entries;
  size_t size = (size_t)rows * width;
  float *b = malloc(size * sizeof(float)), *c = malloc(size * sizeof(float));
  for (size_t p = 0; p < size; p++)
    b[p] = p % 9;
#pragma omp target data map(to : start[0 : rows + 1], column[0 : entries], value[0 : entries]) \
    map(to : b[0 : size]) map(from : c[0 : size])
  spmm(rows, width, start, column, value, b, c);
  double error = 0, total = 0;
  for (int r = 0; r < rows; r++)
    for (int w = 0; w < width; w++) {
      float sum = 0;
      for (int k = start[r]; k < start[r + 1]; k++)
        sum += value[k] * b[column[k] * width + w];
      error = fmax(error, fabs(sum - c[r * width + w]));
      total += fabs(c[r * width + w]);
    }
  printf("%s %.8g\n", error < 1e-3 ? "ok" : "wrong", total);
  return error >= 1e-3;
}
