// Functions of the math library are the GPU's.
// ptx: sqrt.rn. fma.rn
#include <math.h>
#include <stdlib.h>

int main(void) {
  int n = 100000;
  double *x = malloc(n * sizeof(double));
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) x[i] = sqrt(x[i]) + sin(x[i]) * pow(x[i], 1.5);
}
