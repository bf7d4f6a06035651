// The wave equation in two dimensions by leapfrog, fourth order in space, second in time.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define AT(i, j) ((size_t)(i) * n + (j))

#pragma omp declare target
static double laplacian(const double *u, int n, int i, int j) {
  double near = u[AT(i - 1, j)] + u[AT(i + 1, j)] + u[AT(i, j - 1)] + u[AT(i, j + 1)];
  double far = u[AT(i - 2, j)] + u[AT(i + 2, j)] + u[AT(i, j - 2)] + u[AT(i, j + 2)];
  return (16.0 * near - far - 60.0 * u[AT(i, j)]) / 12.0;
}
#pragma omp end declare target

// The new values replace those of two steps ago.
static void leap(int n, double courant2, const double *now, double *before) {
#pragma omp target teams distribute parallel for collapse(2) thread_limit(256)
  for (int i = 2; i < n - 2; i++)
    for (int j = 2; j < n - 2; j++)
      before[AT(i, j)] =
          2.0 * now[AT(i, j)] - before[AT(i, j)] + courant2 * laplacian(now, n, i, j);
}

static void start(int n, double *u) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double x = (i - n / 2) * 0.1, y = (j - n / 3) * 0.1;
      u[AT(i, j)] = exp(-x * x - y * y);
    }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1500;
  int pairs = argc > 2 ? atoi(argv[2]) : 8;
  size_t bytes = (size_t)n * n * sizeof(double), cells = (size_t)n * n;
  double *u = malloc(bytes), *w = malloc(bytes), *a = malloc(bytes), *b = malloc(bytes);
  start(n, u), start(n, w), start(n, a), start(n, b);
  const double courant2 = 0.2;
#pragma omp target enter data map(to : u[0 : cells], w[0 : cells])
  for (int s = 0; s < pairs; s++) {
    leap(n, courant2, u, w);
    leap(n, courant2, w, u);
  }
#pragma omp target exit data map(from : u[0 : cells], w[0 : cells])
  for (int s = 0; s < 2 * pairs; s++) {
    double *now = s % 2 ? b : a, *before = s % 2 ? a : b;
    for (int i = 2; i < n - 2; i++)
      for (int j = 2; j < n - 2; j++)
        before[AT(i, j)] =
            2.0 * now[AT(i, j)] - before[AT(i, j)] + courant2 * laplacian(now, n, i, j);
  }
  double error = 0, energy = 0;
  for (size_t i = 0; i < cells; i++) {
    error = fmax(error, fabs(u[i] - a[i]));
    energy += u[i] * u[i];
  }
  printf("%s %.10g\n", error < 1e-11 ? "ok" : "wrong", energy);
  return error >= 1e-11;
}
