// Host threads are no launches; what they compute is.
#include <stdlib.h>

int main(void) {
  int n = 4096, half = 0;
  float *x = malloc(n * sizeof(float));
#pragma omp parallel for
  for (int i = 0; i < n; i++) x[i] = i;
  half = n / 2;
#pragma omp target teams distribute parallel for
  for (int i = 0; i < half; i++) x[i] *= 2;
}
