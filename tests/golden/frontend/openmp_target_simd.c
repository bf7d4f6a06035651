// No teams and no parallel: one thread works.
#include <stdlib.h>

void work(int n, const float *x, float *y) {
#pragma omp target simd
  for (int i = 0; i < n; i++) y[i] = 2 * x[i];
}

int main(void) {
  int n = 1000000;
  float *x = malloc(n * sizeof(float));
  float *y = malloc(n * sizeof(float));
  work(n, x, y);
  free(x);
  free(y);
  return 0;
}
