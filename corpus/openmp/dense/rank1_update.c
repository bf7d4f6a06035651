// A += x y' with the copy to the device and back written out, through device pointers.
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static void ger(int m, int n, double alpha, const double *x, const double *y, double *a) {
#pragma omp target teams distribute parallel for simd collapse(2) is_device_ptr(x, y, a)
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] += alpha * x[i] * y[j];
}

int main(int argc, char **argv) {
  int m = argc > 1 ? atoi(argv[1]) : 2500;
  int n = argc > 2 ? atoi(argv[2]) : 2000;
  int device = omp_get_default_device(), host = omp_get_initial_device();
  size_t bytes = (size_t)m * n * sizeof(double);
  double *a = malloc(bytes), *x = malloc(m * sizeof(double)), *y = malloc(n * sizeof(double));
  for (int i = 0; i < m; i++)
    x[i] = i % 7;
  for (int j = 0; j < n; j++)
    y[j] = 0.5 * (j % 5);
  for (int i = 0; i < m * n; i++)
    a[i] = i % 3;
  double *da = omp_target_alloc(bytes, device);
  double *dx = omp_target_alloc(m * sizeof(double), device);
  double *dy = omp_target_alloc(n * sizeof(double), device);
  omp_target_memcpy(da, a, bytes, 0, 0, device, host);
  omp_target_memcpy(dx, x, m * sizeof(double), 0, 0, device, host);
  omp_target_memcpy(dy, y, n * sizeof(double), 0, 0, device, host);
  ger(m, n, 2.0, dx, dy, da);
  omp_target_memcpy(a, da, bytes, 0, 0, host, device);
  omp_target_free(da, device);
  omp_target_free(dx, device);
  omp_target_free(dy, device);
  double error = 0, sum = 0;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      error = fmax(error, fabs(a[i * n + j] - (i * n + j) % 3 - 2.0 * x[i] * y[j]));
      sum += a[i * n + j];
    }
  printf("%s %.10g\n", error == 0 ? "ok" : "wrong", sum);
  return error != 0;
}
