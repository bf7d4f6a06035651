// Dense matrix product, an element for each thread.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void matmul(int n, const float *a, const float *b, float *c) {
#pragma omp target teams distribute parallel for collapse(2) thread_limit(256) \
    map(to : a[0 : n * n], b[0 : n * n]) map(from : c[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

static int run(int n) {
  float *a = (float *)malloc(n * n * sizeof(float));
  float *b = (float *)malloc(n * n * sizeof(float));
  float *c = (float *)malloc(n * n * sizeof(float));
  for (int i = 0; i < n * n; i++) {
    a[i] = i % 3;
    b[i] = i % 5;
  }
  matmul(n, a, b, c);
  int wrong = 0;
  for (int i = 0; i < n; i += 61)
    for (int j = 0; j < n; j += 7) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      wrong += fabs(s - c[i * n + j]) > 1e-3 * fabs(s);
    }
  free(a);
  free(b);
  free(c);
  return wrong;
}

int main(void) {
  int wrong = run(256);
  wrong += run(512);
  wrong += run(1024);
  printf("matmul: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
