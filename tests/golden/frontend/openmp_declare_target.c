// A function and a table on the GPU.
#include <stdlib.h>

#pragma omp declare target
float table[16] = {1, 2, 3};
float look(int i) { return table[i & 15]; }
#pragma omp end declare target

int main(void) {
  int n = 50000;
  float *y = malloc(n * sizeof(float));
#pragma omp target teams distribute parallel for map(from : y[0 : n])
  for (int i = 0; i < n; i++) y[i] = look(i);
}
