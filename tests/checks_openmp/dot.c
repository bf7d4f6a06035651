// Dot product in double, reduced over teams.
#include <stdio.h>
#include <stdlib.h>

double dot(int n, const double *x, const double *y) {
  double s = 0;
#pragma omp target teams distribute parallel for reduction(+ : s) map(to : x[0 : n], y[0 : n])
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

static int run(int n) {
  double *x = (double *)malloc(n * sizeof(double));
  double *y = (double *)malloc(n * sizeof(double));
  double want = 0;
  for (int i = 0; i < n; i++) {
    x[i] = i % 7;
    y[i] = i % 3;
    want += (i % 7) * (i % 3);
  }
  int wrong = dot(n, x, y) != want;
  free(x);
  free(y);
  return wrong;
}

int main(void) {
  int wrong = run(1 << 18);
  wrong += run(1 << 22);
  wrong += run(1 << 24);
  printf("dot: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
