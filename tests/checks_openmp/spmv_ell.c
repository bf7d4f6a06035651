// Sparse matrix in ELL times vector: coalesced, sixteen entries a row.
#include <stdio.h>
#include <stdlib.h>

void spmv_ell(int rows, int width, const int *column, const float *value, const float *x, float *y) {
#pragma omp target teams distribute parallel for num_teams((rows + 255) / 256) thread_limit(256) \
    map(to : column[0 : rows * width], value[0 : rows * width], x[0 : rows]) \
    map(from : y[0 : rows])
  for (int r = 0; r < rows; r++) {
    float s = 0;
    for (int k = 0; k < width; k++)
      s += value[k * rows + r] * x[column[k * rows + r]];
    y[r] = s;
  }
}

static int run(int rows) {
  int width = 16;
  int *column = (int *)malloc(rows * width * sizeof(int));
  float *value = (float *)malloc(rows * width * sizeof(float));
  float *x = (float *)malloc(rows * sizeof(float));
  float *y = (float *)malloc(rows * sizeof(float));
  for (int i = 0; i < rows * width; i++) {
    column[i] = (i % rows + i / rows * 3) % rows;
    value[i] = i % 5;
  }
  for (int r = 0; r < rows; r++)
    x[r] = r % 3;
  spmv_ell(rows, width, column, value, x, y);
  int wrong = 0;
  for (int r = 0; r < rows; r++) {
    float s = 0;
    for (int k = 0; k < width; k++)
      s += value[k * rows + r] * x[column[k * rows + r]];
    wrong += s != y[r];
  }
  free(column);
  free(value);
  free(x);
  free(y);
  return wrong;
}

int main(void) {
  int wrong = run(1 << 16);
  wrong += run(1 << 20);
  printf("spmv_ell: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
