// The largest value and its index by a reduction that the program declares itself.
#include <float.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  double value;
  int index;
} peak;

#pragma omp declare target
static peak higher(peak a, peak b) {
  if (a.value != b.value) return a.value > b.value ? a : b;
  return a.index < b.index ? a : b;
}
#pragma omp end declare target

#pragma omp declare reduction(highest:peak : omp_out = higher(omp_out, omp_in)) \
    initializer(omp_priv = (peak){-DBL_MAX, 0x7fffffff})

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 4000000;
  double *signal = malloc(n * sizeof(double));
  for (int i = 0; i < n; i++)
    signal[i] = (double)((i * 7919u) % 100003u);
  peak best = {-DBL_MAX, 0x7fffffff}, check = best;
#pragma omp target teams distribute parallel for reduction(highest : best) map(to : signal[0 : n]) \
    map(tofrom : best)
  for (int i = 0; i < n; i++) {
    peak here = {signal[i], i};
    best = higher(best, here);
  }
  for (int i = 0; i < n; i++)
    if (signal[i] > check.value) check = (peak){signal[i], i};
  int right = best.value == check.value && best.index == check.index;
  printf("%s %g at %d\n", right ? "ok" : "wrong", best.value, best.index);
  return !right;
}
