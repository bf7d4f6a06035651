// Modified Gram-Schmidt: each new vector is taken out of all later ones, a team for each.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void orthogonalise(int count, int n, double *v) {
  for (int k = 0; k < count; k++) {
    double norm = 0;
#pragma omp target teams distribute parallel for reduction(+ : norm)
    for (int i = 0; i < n; i++)
      norm += v[k * n + i] * v[k * n + i];
    double scale = 1.0 / sqrt(norm);
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
      v[k * n + i] *= scale;
    if (k + 1 == count) break;
#pragma omp target teams distribute num_teams(count - k - 1)
    for (int j = k + 1; j < count; j++) {
      double along = 0;
#pragma omp parallel for reduction(+ : along)
      for (int i = 0; i < n; i++)
        along += v[k * n + i] * v[j * n + i];
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        v[j * n + i] -= along * v[k * n + i];
    }
  }
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 16;
  int n = argc > 2 ? atoi(argv[2]) : 100000;
  double *v = malloc(count * n * sizeof(double)), error = 0;
  for (int k = 0; k < count; k++)
    for (int i = 0; i < n; i++)
      v[k * n + i] = sin(0.7 * k + 0.001 * i * (k + 1)) + (i % count == k);
#pragma omp target data map(tofrom : v[0 : count * n])
  orthogonalise(count, n, v);
  for (int a = 0; a < count; a++)
    for (int b = 0; b <= a; b++) {
      double dot = 0;
      for (int i = 0; i < n; i++)
        dot += v[a * n + i] * v[b * n + i];
      error = fmax(error, fabs(dot - (a == b)));
    }
  printf("%s %.6g\n", error < 1e-9 ? "ok" : "wrong", v[count * n - 1]);
  return error >= 1e-9;
}
