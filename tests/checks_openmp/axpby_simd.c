// z = a x + b y with simd and a static schedule.
#include <stdio.h>
#include <stdlib.h>

void axpby_simd(int n, double a, double b, const double *x, const double *y, double *z) {
#pragma omp target teams distribute parallel for simd schedule(static, 1) \
    map(to : x[0 : n], y[0 : n]) map(from : z[0 : n])
  for (int i = 0; i < n; i++)
    z[i] = a * x[i] + b * y[i];
}

static int run(int n) {
  double *x = (double *)malloc(n * sizeof(double));
  double *y = (double *)malloc(n * sizeof(double));
  double *z = (double *)malloc(n * sizeof(double));
  for (int i = 0; i < n; i++) {
    x[i] = i % 23;
    y[i] = i % 29;
  }
  axpby_simd(n, 2.0, 0.5, x, y, z);
  int wrong = 0;
  for (int i = 0; i < n; i++)
    wrong += z[i] != 2.0 * (i % 23) + 0.5 * (i % 29);
  free(x);
  free(y);
  free(z);
  return wrong;
}

int main(void) {
  int wrong = run(300000);
  wrong += run(1 << 23);
  printf("axpby_simd: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
