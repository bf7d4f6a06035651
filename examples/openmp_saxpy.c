// y = a * x + y on the GPU with OpenMP, in two ways.
#include <stdio.h>
#include <stdlib.h>

// The defaults: 128 threads a team and 3,200 teams at most, so each thread runs a loop.
void saxpy(int n, float a, const float *x, float *y) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    y[i] = a * x[i] + y[i];
}

// An iteration for each thread.
void saxpy_sized(int n, float a, const float *x, float *y) {
#pragma omp target teams distribute parallel for num_teams((n + 255) / 256) thread_limit(256)
  for (int i = 0; i < n; i++)
    y[i] = a * x[i] + y[i];
}

int main(void) {
  int n = 1 << 24;
  float *x = malloc(n * sizeof(float));
  float *y = malloc(n * sizeof(float));
  for (int i = 0; i < n; i++) {
    x[i] = i % 7;
    y[i] = i % 5;
  }
#pragma omp target data map(to : x[0 : n]) map(tofrom : y[0 : n])
  {
    saxpy(n, 2.0f, x, y);
    saxpy_sized(n, 2.0f, x, y);
  }
  printf("%g\n", y[n - 1]);
  free(x);
  free(y);
  return 0;
}
