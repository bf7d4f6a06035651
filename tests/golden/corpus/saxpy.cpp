#include <math.h>

// y = a * x + y, one element per thread
void saxpy(const float* __restrict__ x, float* __restrict__ y, float a, int n) {
#pragma omp target teams distribute parallel for thread_limit(512) map(to: x[0:n]) \
    map(tofrom: y[0:n])
  for (int i = 0; i < n; ++i) {
    y[i] = a * x[i] + y[i];
  }
}
