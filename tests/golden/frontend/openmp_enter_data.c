// Arrays that stay on the GPU; three launches of one site.
#include <stdlib.h>

int main(void) {
  int n = 1 << 20;
  double *a = malloc(n * sizeof(double));
#pragma omp target enter data map(alloc : a[0 : n])
  for (int round = 0; round < 3; round++) {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) a[i] = a[i] * 0.5 + 1;
  }
#pragma omp target update from(a[0 : n])
#pragma omp target exit data map(delete : a[0 : n])
  free(a);
}
