// A polynomial of degree 32 with the loop construct.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void polynomial_loop(int n, const float *x, float *y) {
#pragma omp target teams loop map(to : x[0 : n]) map(from : y[0 : n])
  for (int i = 0; i < n; i++) {
    float s = 1.0f;
    for (int k = 0; k < 32; k++)
      s = s * x[i] + 0.5f;
    y[i] = s;
  }
}

static int run(int n) {
  float *x = (float *)malloc(n * sizeof(float));
  float *y = (float *)malloc(n * sizeof(float));
  for (int i = 0; i < n; i++)
    x[i] = (i % 100) * 0.01f;
  polynomial_loop(n, x, y);
  int wrong = 0;
  for (int i = 0; i < n; i++) {
    float s = 1.0f;
    for (int k = 0; k < 32; k++)
      s = s * x[i] + 0.5f;
    wrong += fabsf(s - y[i]) > 1e-2f;
  }
  free(x);
  free(y);
  return wrong;
}

int main() {
  int wrong = run(1 << 20);
  wrong += run(1 << 24);
  printf("polynomial_loop: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
