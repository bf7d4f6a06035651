// Counts points in a circle: an integer reduction with a condition.
#include <stdio.h>
#include <stdlib.h>

int count_inside(int n, const float *x, const float *y) {
  int s = 0;
#pragma omp target teams distribute parallel for reduction(+ : s) thread_limit(256) \
    map(to : x[0 : n], y[0 : n])
  for (int i = 0; i < n; i++)
    if (x[i] * x[i] + y[i] * y[i] <= 1.0f) s++;
  return s;
}

static int run(int n) {
  float *x = (float *)malloc(n * sizeof(float));
  float *y = (float *)malloc(n * sizeof(float));
  int want = 0;
  for (int i = 0; i < n; i++) {
    x[i] = (i % 101) * 0.01f;
    y[i] = (i % 97) * 0.01f;
    want += x[i] * x[i] + y[i] * y[i] <= 1.0f;
  }
  int found = count_inside(n, x, y);
  free(x);
  free(y);
  return abs(found - want) > want / 1000;
}

int main() {
  int wrong = run(1 << 19);
  wrong += run(1 << 23);
  printf("count_inside: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
