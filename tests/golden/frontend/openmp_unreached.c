// A region that the program never comes to.
#include <stdlib.h>

int main(void) {
  float *x = malloc(400);
  if (0) {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < 100; i++) x[i] = 1;
  }
}
