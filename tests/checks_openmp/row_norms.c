// Rows scaled to length one: a sum by the team, then a serial root, then a second loop.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void row_norms(int rows, int cols, float *a) {
#pragma omp target teams distribute map(tofrom : a[0 : rows * cols])
  for (int r = 0; r < rows; r++) {
    float s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int c = 0; c < cols; c++)
      s += a[r * cols + c] * a[r * cols + c];
    float scale = 1.0f / sqrtf(s + 1.0f);
#pragma omp parallel for
    for (int c = 0; c < cols; c++)
      a[r * cols + c] *= scale;
  }
}

static int run(int rows, int cols) {
  float *a = (float *)malloc(rows * cols * sizeof(float));
  for (int i = 0; i < rows * cols; i++)
    a[i] = i % 9;
  row_norms(rows, cols, a);
  int wrong = 0;
  for (int r = 0; r < rows; r++) {
    double s = 1;
    for (int c = 0; c < cols; c++)
      s += (double)((r * cols + c) % 9) * ((r * cols + c) % 9);
    for (int c = 0; c < cols; c += 100)
      wrong += fabs((r * cols + c) % 9 / sqrt(s) - a[r * cols + c]) > 1e-4;
  }
  free(a);
  return wrong;
}

int main(void) {
  int wrong = run(512, 1024);
  wrong += run(2048, 4096);
  printf("row_norms: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
