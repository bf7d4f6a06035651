// ceil((1000000 - 3) / 7) = 142857 iterations: 64 threads, 2,233 teams.
#include <stdlib.h>

void work(int n, const float *x, float *y) {
#pragma omp target teams distribute parallel for
  for (int i = 3; i < n; i += 7) y[i] = 2 * x[i];
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
