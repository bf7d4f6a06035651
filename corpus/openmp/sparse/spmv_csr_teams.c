// CSR matrix times vector: a team for each row, its threads share the row's entries.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void spmv(int rows, const int *start, const int *column, const double *value,
                 const double *x, double *y) {
#pragma omp target teams distribute num_teams(rows) thread_limit(64)
  for (int r = 0; r < rows; r++) {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int k = start[r]; k < start[r + 1]; k++)
      sum += value[k] * x[column[k]];
    y[r] = sum;
  }
}

int main(int argc, char **argv) {
  int rows = argc > 1 ? atoi(argv[1]) : 20000;
  int most = argc > 2 ? atoi(argv[2]) : 160;
  int *start = malloc((rows + 1) * sizeof(int));
  start[0] = 0;
  for (int r = 0; r < rows; r++)
    start[r + 1] = start[r] + most / 2 + (r * 37) % (most / 2);
  int entries = start[rows];
  int *column = malloc(entries * sizeof(int));
  double *value = malloc(entries * sizeof(double));
  double *x = malloc(rows * sizeof(double)), *y = malloc(rows * sizeof(double));
  for (int r = 0; r < rows; r++) {
    x[r] = 1.0 / (1 + r % 10);
    for (int k = start[r]; k < start[r + 1]; k++) {
      column[k] = (r + 17 * (k - start[r])) % rows;
      value[k] = 0.5 + k % 3;
    }
  }
#pragma omp target data map(to : start[0 : rows + 1], column[0 : entries], value[0 : entries]) \
    map(to : x[0 : rows]) map(from : y[0 : rows])
  spmv(rows, start, column, value, x, y);
  double error = 0, total = 0;
  for (int r = 0; r < rows; r++) {
    double sum = 0;
    for (int k = start[r]; k < start[r + 1]; k++)
      sum += value[k] * x[column[k]];
    error = fmax(error, fabs(sum - y[r]));
    total += y[r];
  }
  printf("%s %.10g\n", error < 1e-10 ? "ok" : "wrong", total);
  return error >= 1e-10;
}
