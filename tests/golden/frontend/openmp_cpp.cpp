// The same in C++.
#include <stdlib.h>

void work(int n, const float *x, float *y) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) y[i] = 2 * x[i];
}

int main(void) {
  int n = 16777216;
  float *x = (float *)malloc(n * sizeof(float));
  float *y = (float *)malloc(n * sizeof(float));
  work(n, x, y);
  free(x);
  free(y);
  return 0;
}
