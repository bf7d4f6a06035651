// Regions that stand in a data region, one of them in a loop.
#include <stdlib.h>

void smooth(int n, int steps, float *u, float *v) {
#pragma omp target data map(tofrom : u[0 : n]) map(alloc : v[0 : n])
  for (int s = 0; s < steps; s++) {
#pragma omp target teams distribute parallel for
    for (int i = 1; i < n - 1; i++) v[i] = 0.5f * (u[i - 1] + u[i + 1]);
#pragma omp target teams distribute parallel for
    for (int i = 1; i < n - 1; i++) u[i] = v[i];
  }
}

int main(void) {
  float *u = malloc(sizeof(float) * 100000), *v = malloc(sizeof(float) * 100000);
  smooth(100000, 3, u, v);
}
