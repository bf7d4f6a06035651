// Dense matrix times vector, a row for each thread.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void matvec(int rows, int cols, const float *a, const float *x, float *y) {
#pragma omp target teams distribute parallel for map(to : a[0 : rows * cols], x[0 : cols]) \
    map(from : y[0 : rows])
  for (int r = 0; r < rows; r++) {
    float s = 0;
    for (int c = 0; c < cols; c++)
      s += a[r * cols + c] * x[c];
    y[r] = s;
  }
}

static int run(int rows, int cols) {
  float *a = (float *)malloc(rows * cols * sizeof(float));
  float *x = (float *)malloc(cols * sizeof(float));
  float *y = (float *)malloc(rows * sizeof(float));
  for (int i = 0; i < rows * cols; i++)
    a[i] = i % 5;
  for (int i = 0; i < cols; i++)
    x[i] = i % 3;
  matvec(rows, cols, a, x, y);
  int wrong = 0;
  for (int r = 0; r < rows; r++) {
    double s = 0;
    for (int c = 0; c < cols; c++)
      s += a[r * cols + c] * x[c];
    wrong += fabs(s - y[r]) > 1e-3 * fabs(s);
  }
  free(a);
  free(x);
  free(y);
  return wrong;
}

int main(void) {
  int wrong = run(4096, 512);
  wrong += run(16384, 1024);
  printf("matvec: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
