// A program of two files, of which one has regions.
#include "work.h"

void scale(int n, double *x) {
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n])
  for (int i = 0; i < n; i++) x[i] *= 2;
}
