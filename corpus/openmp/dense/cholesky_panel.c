// Right-looking Cholesky factorisation: a column is scaled, then the rest of the matrix updated.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void factor(int n, double *a) {
  for (int k = 0; k < n; k++) {
#pragma omp target
    a[k * n + k] = sqrt(a[k * n + k]);
#pragma omp target teams distribute parallel for
    for (int i = k + 1; i < n; i++)
      a[i * n + k] /= a[k * n + k];
#pragma omp target teams distribute parallel for collapse(2)
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        if (j <= i) a[i * n + j] -= a[i * n + k] * a[j * n + k];
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 192;
  double *a = malloc(n * n * sizeof(double)), error = 0, logdet = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] = 1.0 / (1 + abs(i - j)) + (i == j ? n : 0);
#pragma omp target data map(tofrom : a[0 : n * n])
  factor(n, a);
  for (int i = 0; i < n; i++) {
    logdet += 2 * log(a[i * n + i]);
    for (int j = 0; j <= i; j++) {
      double sum = 0;
      for (int k = 0; k <= j; k++)
        sum += a[i * n + k] * a[j * n + k];
      error = fmax(error, fabs(sum - 1.0 / (1 + abs(i - j)) - (i == j ? n : 0)));
    }
  }
  printf("%s %.10g\n", error < 1e-9 ? "ok" : "wrong", logdet);
  return error >= 1e-9;
}
