// The second region is broken; the others are not.
#include <stdlib.h>

int main(void) {
  int n = 1000;
  float *x = malloc(n * sizeof(float));
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) x[i] = 1;
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) x[i] = undeclared[i];
#pragma omp target teams distribute parallel for num_teams(5)
  for (int i = 0; i < n; i++) x[i] = 3;
}
