// The lesser of both limits.
#include <stdlib.h>

void work(int n, const float *x, float *y) {
#pragma omp target teams distribute parallel for thread_limit(256) num_threads(192)
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
