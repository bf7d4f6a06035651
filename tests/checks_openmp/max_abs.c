// Largest absolute value, both clauses given.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

float max_abs(int n, const float *x) {
  float s = 0;
#pragma omp target teams distribute parallel for reduction(max : s) num_teams(264) \
    thread_limit(256) map(to : x[0 : n])
  for (int i = 0; i < n; i++)
    s = fmaxf(s, fabsf(x[i]));
  return s;
}

static int run(int n) {
  float *x = (float *)malloc(n * sizeof(float));
  for (int i = 0; i < n; i++)
    x[i] = i % 1000 - 700;
  int wrong = max_abs(n, x) != 700.0f;
  free(x);
  return wrong;
}

int main(void) {
  int wrong = run(1 << 20);
  wrong += run(20000000);
  printf("max_abs: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
