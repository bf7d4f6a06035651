// A matrix as triplets in any order times a vector; rows are shared, so sums are atomic.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int row, column;
  double value;
} triplet;

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 500000;
  int each = argc > 2 ? atoi(argv[2]) : 6;
  int entries = n * each;
  triplet *a = malloc(entries * sizeof(triplet));
  double *x = malloc(n * sizeof(double)), *y = malloc(n * sizeof(double));
  double *check = calloc(n, sizeof(double));
  for (int i = 0; i < n; i++)
    x[i] = 1 + i % 5;
  for (int e = 0; e < entries; e++) {
    a[e].row = (int)((e * 2654435761u) % n);
    a[e].column = (a[e].row + e % 100) % n;
    a[e].value = 0.125 * (1 + e % 16);
    check[a[e].row] += a[e].value * x[a[e].column];
  }
#pragma omp target data map(to : a[0 : entries], x[0 : n]) map(from : y[0 : n])
  {
#pragma omp target teams distribute parallel for simd
    for (int i = 0; i < n; i++)
      y[i] = 0;
#pragma omp target teams distribute parallel for
    for (int e = 0; e < entries; e++) {
      double product = a[e].value * x[a[e].column];
#pragma omp atomic update
      y[a[e].row] += product;
    }
  }
  double error = 0, total = 0;
  for (int i = 0; i < n; i++) {
    error = fmax(error, fabs(y[i] - check[i]));
    total += y[i];
  }
  printf("%s %.10g\n", error < 1e-9 ? "ok" : "wrong", total);
  return error >= 1e-9;
}
