// A Jacobi step and the copy back in one data region; the step also finds the largest change.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

float jacobi(int n, float *u, float *v) {
  float largest = 0;
#pragma omp target data map(tofrom : u[0 : n * n]) map(to : v[0 : n * n])
  {
#pragma omp target teams distribute parallel for collapse(2) reduction(max : largest)
    for (int r = 1; r < n - 1; r++)
      for (int c = 1; c < n - 1; c++) {
        v[r * n + c] = 0.25f * (u[r * n + c - 1] + u[r * n + c + 1] + u[(r - 1) * n + c] +
                                u[(r + 1) * n + c]);
        largest = fmaxf(largest, fabsf(v[r * n + c] - u[r * n + c]));
      }
#pragma omp target teams distribute parallel for collapse(2)
    for (int r = 1; r < n - 1; r++)
      for (int c = 1; c < n - 1; c++)
        u[r * n + c] = v[r * n + c];
  }
  return largest;
}

static int run(int n) {
  float *u = (float *)malloc(n * n * sizeof(float));
  float *v = (float *)malloc(n * n * sizeof(float));
  float *want = (float *)malloc(n * n * sizeof(float));
  for (int i = 0; i < n * n; i++) {
    u[i] = i % 10;
    v[i] = i % 10;
    want[i] = i % 10;
  }
  float largest = jacobi(n, u, v);
  float expected = 0;
  int wrong = 0;
  for (int r = 1; r < n - 1; r++)
    for (int c = 1; c < n - 1; c++) {
      int i = r * n + c;
      float w = 0.25f * (want[i - 1] + want[i + 1] + want[i - n] + want[i + n]);
      expected = fmaxf(expected, fabsf(w - want[i]));
      wrong += fabsf(w - u[i]) > 1e-4f;
    }
  wrong += fabsf(expected - largest) > 1e-4f;
  free(u);
  free(v);
  free(want);
  return wrong;
}

int main(void) {
  int wrong = run(1000);
  wrong += run(3000);
  printf("jacobi: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
