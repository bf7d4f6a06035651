// A power of two of threads that holds ceil(204801 / 3200): 128, so 1,601 teams.
#include <stdlib.h>

void work(int n, const float *x, float *y) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) y[i] = 2 * x[i];
}

int main(void) {
  int n = 204801;
  float *x = malloc(n * sizeof(float));
  float *y = malloc(n * sizeof(float));
  work(n, x, y);
  free(x);
  free(y);
  return 0;
}
