// Solves a sparse lower triangular system by levels: rows of a level depend on earlier ones only.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define PARENTS 3

static void solve_level(int first, int last, const int *parent, const double *value,
                        const double *b, double *x) {
#pragma omp target teams distribute parallel for
  for (int r = first; r < last; r++) {
    double rest = b[r];
    for (int k = 0; k < PARENTS; k++)
      rest -= value[r * PARENTS + k] * x[parent[r * PARENTS + k]];
    x[r] = 0.5 * rest;
  }
}

int main(int argc, char **argv) {
  int levels = argc > 1 ? atoi(argv[1]) : 16;
  int width = argc > 2 ? atoi(argv[2]) : 65536;
  int rows = levels * width;
  int *parent = malloc(rows * PARENTS * sizeof(int));
  double *value = malloc(rows * PARENTS * sizeof(double));
  double *b = malloc(rows * sizeof(double)), *x = malloc(rows * sizeof(double));
  for (int r = 0; r < rows; r++) {
    b[r] = 1 + r % 8;
    x[r] = 0;
    for (int k = 0; k < PARENTS; k++) {
      // The first level has no parents: its entries are zero.
      parent[r * PARENTS + k] = r < width ? 0 : (r / width - 1) * width + (r * 5 + k * 11) % width;
      value[r * PARENTS + k] = r < width ? 0 : 0.1 * (k + 1);
    }
  }
#pragma omp target data map(to : parent[0 : rows * PARENTS], value[0 : rows * PARENTS]) \
    map(to : b[0 : rows]) map(tofrom : x[0 : rows])
  for (int level = 0; level < levels; level++)
    solve_level(level * width, (level + 1) * width, parent, value, b, x);
  double residual = 0, total = 0;
  for (int r = 0; r < rows; r++) {
    double sum = 2.0 * x[r];
    for (int k = 0; k < PARENTS; k++)
      sum += value[r * PARENTS + k] * x[parent[r * PARENTS + k]];
    residual = fmax(residual, fabs(sum - b[r]));
    total += x[r];
  }
  printf("%s %.10g\n", residual < 1e-11 ? "ok" : "wrong", total);
  return residual >= 1e-11;
}
