// A sum over teams: the scalar is passed by its address.
#include <stdlib.h>

double sum(int n, const float *x) {
  double s = 0;
#pragma omp target teams distribute parallel for reduction(+ : s) map(to : x[0 : n])
  for (int i = 0; i < n; i++) s += x[i];
  return s;
}

int main(void) {
  int n = 1 << 24;
  float *x = malloc(n * sizeof(float));
  return sum(n, x) > 0;
}
