// Two regions of one function, one in a macro with _Pragma.
#include <stdlib.h>
#define EACH(i, n) _Pragma("omp target teams distribute parallel for") for (int i = 0; i < n; i++)

int main(void) {
  int n = 1000;
  float *x = malloc(n * sizeof(float));
  EACH(i, n) x[i] = 1;
  EACH(i, 2 * n) x[i / 2] += 1;
}
