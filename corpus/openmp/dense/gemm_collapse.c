// C = alpha A B + beta C, an element of C for each thread.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void gemm(int m, int n, int k, double alpha, const double *a, const double *b, double beta,
                 double *c) {
#pragma omp target teams distribute parallel for collapse(2) thread_limit(256) \
    map(to : a[0 : m * k], b[0 : k * n]) map(tofrom : c[0 : m * n])
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int l = 0; l < k; l++)
        sum += a[i * k + l] * b[l * n + j];
      c[i * n + j] = alpha * sum + beta * c[i * n + j];
    }
}

int main(int argc, char **argv) {
  int m = argc > 1 ? atoi(argv[1]) : 700;
  int n = argc > 2 ? atoi(argv[2]) : 600;
  int k = argc > 3 ? atoi(argv[3]) : 500;
  double *a = malloc(m * k * sizeof(double)), *b = malloc(k * n * sizeof(double));
  double *c = malloc(m * n * sizeof(double)), error = 0, total = 0;
  for (int i = 0; i < m * k; i++)
    a[i] = i % 5 - 2;
  for (int i = 0; i < k * n; i++)
    b[i] = 0.25 * (i % 7);
  for (int i = 0; i < m * n; i++)
    c[i] = i % 3;
  gemm(m, n, k, 2.0, a, b, 0.5, c);
  // The sums of rows: A (B 1) in place of A B.
  double *ones = calloc(k, sizeof(double));
  for (int i = 0; i < k * n; i++)
    ones[i / n] += b[i];
  for (int i = 0; i < m; i++) {
    double row = 0, expected = 0;
    for (int l = 0; l < k; l++)
      expected += 2.0 * a[i * k + l] * ones[l];
    for (int j = 0; j < n; j++) {
      row += c[i * n + j];
      expected += 0.5 * ((i * n + j) % 3);
    }
    error = fmax(error, fabs(row - expected));
    total += row;
  }
  printf("%s %.10g\n", error < 1e-6 ? "ok" : "wrong", total);
  return error >= 1e-6;
}
