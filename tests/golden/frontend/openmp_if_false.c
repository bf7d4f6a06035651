// The if clause is false: it runs on the host, and no launch is reached.
#include <stdlib.h>

void work(int n, const float *x, float *y) {
#pragma omp target teams distribute parallel for if(n > 2000000)
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
