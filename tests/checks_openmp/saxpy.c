// y = a * x + y with the defaults of the runtime.
#include <stdio.h>
#include <stdlib.h>

void saxpy(int n, float a, const float *x, float *y) {
#pragma omp target teams distribute parallel for map(to : x[0 : n]) map(tofrom : y[0 : n])
  for (int i = 0; i < n; i++)
    y[i] = a * x[i] + y[i];
}

static int run(int n) {
  float *x = (float *)malloc(n * sizeof(float));
  float *y = (float *)malloc(n * sizeof(float));
  for (int i = 0; i < n; i++) {
    x[i] = i % 7;
    y[i] = i % 5;
  }
  saxpy(n, 2.0f, x, y);
  int wrong = 0;
  for (int i = 0; i < n; i++)
    wrong += y[i] != 2.0f * (i % 7) + i % 5;
  free(x);
  free(y);
  return wrong;
}

int main(void) {
  int wrong = run(1 << 18);
  wrong += run(1 << 20);
  wrong += run(1 << 22);
  wrong += run(1 << 24);
  printf("saxpy: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
