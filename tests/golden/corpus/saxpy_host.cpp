#include <math.h>
#include <stdlib.h>

// y = a * x + y, one element per thread
void saxpy(const float* __restrict__ x, float* __restrict__ y, float a, int n) {
#pragma omp target teams distribute parallel for thread_limit(512) map(to: x[0:n]) \
    map(tofrom: y[0:n])
  for (int i = 0; i < n; ++i) {
    y[i] = a * x[i] + y[i];
  }
}

int main() {
  const float a = 1.25;
  const int n = 1048576;
  float* x = (float*)malloc(1048576 * sizeof(float));
  for (size_t i = 0; i < 1048576; ++i) {
    x[i] = (float)(1 + 1 * (rand() / (double)RAND_MAX));
  }
  float* y = (float*)malloc(1048576 * sizeof(float));
  for (size_t i = 0; i < 1048576; ++i) {
    y[i] = (float)(-1 + 2 * (rand() / (double)RAND_MAX));
  }

#pragma omp target data map(to: x[0:1048576]) map(tofrom: y[0:1048576])
  {
    saxpy(x, y, a, n);
  }
  free(x);
  free(y);
  return 0;
}
