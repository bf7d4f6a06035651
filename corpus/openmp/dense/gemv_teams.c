// y = A x and y = A' x: a team reduces a row; columns go to threads.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void gemv(int m, int n, const float *a, const float *x, float *y) {
#pragma omp target teams distribute thread_limit(128)
  for (int i = 0; i < m; i++) {
    float sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
    for (int j = 0; j < n; j++)
      sum += a[(size_t)i * n + j] * x[j];
    y[i] = sum;
  }
}

static void gemv_transposed(int m, int n, const float *a, const float *x, float *y) {
#pragma omp target teams distribute parallel for
  for (int j = 0; j < n; j++) {
    float sum = 0;
    for (int i = 0; i < m; i++)
      sum += a[(size_t)i * n + j] * x[i];
    y[j] = sum;
  }
}

int main(int argc, char **argv) {
  int m = argc > 1 ? atoi(argv[1]) : 4000;
  int n = argc > 2 ? atoi(argv[2]) : 3000;
  size_t size = (size_t)m * n;
  float *a = malloc(size * sizeof(float)), *x = malloc(n * sizeof(float));
  float *y = malloc(m * sizeof(float)), *z = malloc(n * sizeof(float));
  for (size_t i = 0; i < size; i++)
    a[i] = (float)(i % 8) * 0.125f;
  for (int j = 0; j < n; j++)
    x[j] = j % 3;
#pragma omp target data map(to : a[0 : size], x[0 : n]) map(from : y[0 : m], z[0 : n])
  {
    gemv(m, n, a, x, y);
    gemv_transposed(m, n, a, y, z);
  }
  double *column = calloc(n, sizeof(double)), error = 0, total = 0;
  for (int i = 0; i < m; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++) {
      sum += a[(size_t)i * n + j] * x[j];
      column[j] += a[(size_t)i * n + j] * y[i];
    }
    error = fmax(error, fabs(sum - y[i]) / (1 + sum));
  }
  for (int j = 0; j < n; j++) {
    error = fmax(error, fabs(column[j] - z[j]) / (1 + column[j]));
    total += z[j];
  }
  printf("%s %.6g\n", error < 1e-4 ? "ok" : "wrong", total);
  return error >= 1e-4;
}
