// STREAM triad in double, 256 threads a team.
#include <stdio.h>
#include <stdlib.h>

void triad(int n, double s, double *a, const double *b, const double *c) {
#pragma omp target teams distribute parallel for thread_limit(256) map(from : a[0 : n]) \
    map(to : b[0 : n], c[0 : n])
  for (int i = 0; i < n; i++)
    a[i] = b[i] + s * c[i];
}

static int run(int n) {
  double *a = (double *)malloc(n * sizeof(double));
  double *b = (double *)malloc(n * sizeof(double));
  double *c = (double *)malloc(n * sizeof(double));
  for (int i = 0; i < n; i++) {
    b[i] = i % 11;
    c[i] = i % 3;
  }
  triad(n, 3.0, a, b, c);
  int wrong = 0;
  for (int i = 0; i < n; i++)
    wrong += a[i] != i % 11 + 3.0 * (i % 3);
  free(a);
  free(b);
  free(c);
  return wrong;
}

int main(void) {
  int wrong = run(1 << 20);
  wrong += run(10000000);
  printf("triad: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
