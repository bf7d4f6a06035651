// Sparse matrix in CSR times vector, a row for each thread; nine entries a row.
#include <stdio.h>
#include <stdlib.h>

void spmv_csr(int rows, const int *start, const int *column, const double *value,
              const double *x, double *y) {
#pragma omp target teams distribute parallel for \
    map(to : start[0 : rows + 1], column[0 : rows * 9], value[0 : rows * 9], x[0 : rows]) \
    map(from : y[0 : rows])
  for (int r = 0; r < rows; r++) {
    double s = 0;
    for (int k = start[r]; k < start[r + 1]; k++)
      s += value[k] * x[column[k]];
    y[r] = s;
  }
}

static int run(int rows) {
  int *start = (int *)malloc((rows + 1) * sizeof(int));
  int *column = (int *)malloc(rows * 9 * sizeof(int));
  double *value = (double *)malloc(rows * 9 * sizeof(double));
  double *x = (double *)malloc(rows * sizeof(double));
  double *y = (double *)malloc(rows * sizeof(double));
  for (int r = 0; r <= rows; r++)
    start[r] = r * 9;
  for (int i = 0; i < rows * 9; i++) {
    column[i] = (i / 9 + i % 9 * 16) % rows;
    value[i] = i % 7;
  }
  for (int r = 0; r < rows; r++)
    x[r] = r % 11;
  spmv_csr(rows, start, column, value, x, y);
  int wrong = 0;
  for (int r = 0; r < rows; r++) {
    double s = 0;
    for (int k = start[r]; k < start[r + 1]; k++)
      s += value[k] * x[column[k]];
    wrong += s != y[r];
  }
  free(start);
  free(column);
  free(value);
  free(x);
  free(y);
  return wrong;
}

int main(void) {
  int wrong = run(1 << 17);
  wrong += run(1 << 20);
  printf("spmv_csr: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
