// A struct by its address, its array beside it.
#include <stdlib.h>

typedef struct {
  int n;
  float scale;
} Settings;

int main(void) {
  Settings s = {100000, 0.5f};
  float *x = malloc(s.n * sizeof(float));
#pragma omp target teams distribute parallel for map(to : s) map(tofrom : x[0 : s.n])
  for (int i = 0; i < s.n; i++) x[i] *= s.scale;
}
