// Memory of the GPU itself.
#include <omp.h>

int main(void) {
  int n = 300000;
  float *x = omp_target_alloc(n * sizeof(float), omp_get_default_device());
#pragma omp target teams distribute parallel for is_device_ptr(x)
  for (int i = 0; i < n; i++) x[i] = i;
  omp_target_free(x, omp_get_default_device());
}
