// Jacobi sweeps for Poisson's equation on a square, with the largest change as the stopping rule.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double sweep(int n, const double *u, const double *f, double *v) {
  double change = 0;
#pragma omp target teams distribute parallel for collapse(2) reduction(max : change) \
    map(tofrom : change)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      double next = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] +
                            u[i * n + j + 1] + f[i * n + j]);
      change = fmax(change, fabs(next - u[i * n + j]));
      v[i * n + j] = next;
    }
  return change;
}

static double serial_sweep(int n, const double *u, const double *f, double *v) {
  double change = 0;
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      v[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] +
                             u[i * n + j + 1] + f[i * n + j]);
      change = fmax(change, fabs(v[i * n + j] - u[i * n + j]));
    }
  return change;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 2048;
  int sweeps = argc > 2 ? atoi(argv[2]) : 20;
  size_t cells = (size_t)n * n;
  double *u = calloc(cells, sizeof(double)), *v = calloc(cells, sizeof(double));
  double *f = malloc(cells * sizeof(double));
  for (size_t i = 0; i < cells; i++)
    f[i] = 1e-3 * (i % 11);
  double change = 0, expected = 0;
#pragma omp target data map(tofrom : u[0 : cells], v[0 : cells]) map(to : f[0 : cells])
  for (int s = 0; s < sweeps; s += 2) {
    sweep(n, u, f, v);
    change = sweep(n, v, f, u);
  }
  double *a = calloc(cells, sizeof(double)), *b = calloc(cells, sizeof(double));
  for (int s = 0; s < sweeps; s += 2) {
    serial_sweep(n, a, f, b);
    expected = serial_sweep(n, b, f, a);
  }
  double error = fabs(change - expected), sum = 0;
  for (size_t i = 0; i < cells; i++) {
    error = fmax(error, fabs(u[i] - a[i]));
    sum += u[i];
  }
  printf("%s %.10g\n", error < 1e-12 ? "ok" : "wrong", sum);
  return error >= 1e-12;
}
