// 1,000 iterations: teams of 32 threads, 32 of them.
#include <stdlib.h>

void work(int n, const float *x, float *y) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) y[i] = 2 * x[i];
}

int main(void) {
  int n = 1000;
  float *x = malloc(n * sizeof(float));
  float *y = malloc(n * sizeof(float));
  work(n, x, y);
  free(x);
  free(y);
  return 0;
}
