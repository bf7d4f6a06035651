// A histogram.
#include <stdlib.h>

int main(void) {
  int n = 1 << 22;
  unsigned char *x = malloc(n);
  int bins[256] = {0};
#pragma omp target teams distribute parallel for map(to : x[0 : n]) map(tofrom : bins)
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    bins[x[i]]++;
  }
}
