// Conjugate gradients for the 2D Laplacian in CSR, all vectors resident on the device.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void apply(int n, const int *start, const int *column, const double *value, const double *p,
                  double *q) {
#pragma omp target teams distribute parallel for
  for (int r = 0; r < n; r++) {
    double sum = 0;
    for (int k = start[r]; k < start[r + 1]; k++)
      sum += value[k] * p[column[k]];
    q[r] = sum;
  }
}

static double dot(int n, const double *a, const double *b) {
  double sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

static void axpy(int n, double a, const double *x, double *y) {
#pragma omp target teams distribute parallel for simd
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}

static void direction(int n, double beta, const double *r, double *p) {
#pragma omp target teams distribute parallel for simd
  for (int i = 0; i < n; i++)
    p[i] = r[i] + beta * p[i];
}

int main(int argc, char **argv) {
  int side = argc > 1 ? atoi(argv[1]) : 512;
  int rounds = argc > 2 ? atoi(argv[2]) : 25;
  int n = side * side, entries = 0;
  int *start = malloc((n + 1) * sizeof(int)), *column = malloc(5 * n * sizeof(int));
  double *value = malloc(5 * n * sizeof(double)), *vectors = calloc(4 * n, sizeof(double));
  double *x = vectors, *r = vectors + n, *p = vectors + 2 * n, *q = vectors + 3 * n;
  for (int i = 0; i < n; i++) {
    const int offset[5] = {-side, -1, 0, 1, side};
    start[i] = entries;
    for (int k = 0; k < 5; k++) {
      int c = i + offset[k];
      if (c < 0 || c >= n || (k == 1 && i % side == 0) || (k == 3 && c % side == 0)) continue;
      column[entries] = c;
      value[entries++] = k == 2 ? 4.5 : -1.0;
    }
    r[i] = p[i] = 1.0 + i % 3;
  }
  start[n] = entries;
  double first = 0, rho = 0;
#pragma omp target data map(to : start[0 : n + 1], column[0 : entries], value[0 : entries]) \
    map(tofrom : vectors[0 : 4 * n])
  {
    first = rho = dot(n, r, r);
    for (int s = 0; s < rounds; s++) {
      apply(n, start, column, value, p, q);
      double alpha = rho / dot(n, p, q);
      axpy(n, alpha, p, x);
      axpy(n, -alpha, q, r);
      double next = dot(n, r, r);
      direction(n, next / rho, r, p);
      rho = next;
    }
  }
  double residual = 0;
  for (int i = 0; i < n; i++) {
    double sum = 1.0 + i % 3;
    for (int k = start[i]; k < start[i + 1]; k++)
      sum -= value[k] * x[column[k]];
    residual += sum * sum;
  }
  int right = residual < 1e-10 * first && rho < 1e-10 * first;
  printf("%s %.4g of %.10g\n", right ? "ok" : "wrong", residual, first);
  return !right;
}
