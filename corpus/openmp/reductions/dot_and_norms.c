// A dot product, two norms and a maximum in one pass: four reductions in one region.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 8000000;
  double *x = malloc(n * sizeof(double)), *y = malloc(n * sizeof(double));
  double dot = 0, one = 0, two = 0, top = 0, d = 0, o = 0, t = 0, m = 0;
  for (long i = 0; i < n; i++) {
    x[i] = (i % 17) - 8;
    y[i] = 0.5 * (i % 5);
  }
#pragma omp target teams distribute parallel for map(to : x[0 : n], y[0 : n]) \
    reduction(+ : dot, one, two) reduction(max : top)
  for (long i = 0; i < n; i++) {
    dot += x[i] * y[i];
    one += fabs(x[i]);
    two += y[i] * y[i];
    top = fmax(top, fabs(x[i] - y[i]));
  }
  for (long i = 0; i < n; i++) {
    d += x[i] * y[i];
    o += fabs(x[i]);
    t += y[i] * y[i];
    m = fmax(m, fabs(x[i] - y[i]));
  }
  int right = dot == d && one == o && two == t && top == m;
  printf("%s %.12g %.12g %.12g %g\n", right ? "ok" : "wrong", dot, one, sqrt(two), top);
  return !right;
}
