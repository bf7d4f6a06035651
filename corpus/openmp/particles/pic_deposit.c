// Particle in cell: each charge is shared among the four corners of its cell with atomic adds.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void deposit(int n, int nx, int ny, const float *x, const float *y, const float *charge,
                    double *rho) {
#pragma omp target teams distribute parallel for
  for (int p = 0; p < n; p++) {
    int i = (int)x[p], j = (int)y[p];
    double u = x[p] - i, v = y[p] - j, q = charge[p];
    int east = (i + 1) % nx, north = (j + 1) % ny;
#pragma omp atomic
    rho[j * nx + i] += q * (1 - u) * (1 - v);
#pragma omp atomic
    rho[j * nx + east] += q * u * (1 - v);
#pragma omp atomic
    rho[north * nx + i] += q * (1 - u) * v;
#pragma omp atomic
    rho[north * nx + east] += q * u * v;
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 2000000;
  int nx = argc > 2 ? atoi(argv[2]) : 256;
  int ny = argc > 3 ? atoi(argv[3]) : 256;
  int cells = nx * ny;
  float *x = malloc(n * sizeof(float)), *y = malloc(n * sizeof(float));
  float *charge = malloc(n * sizeof(float));
  double *rho = calloc(cells, sizeof(double));
  double total = 0, centre = 0, sum = 0, weighted = 0;
  for (int p = 0; p < n; p++) {
    x[p] = (p * 13 % (16 * (nx - 1))) / 16.0f;
    y[p] = (p / 7 % (16 * (ny - 1))) / 16.0f;
    charge[p] = p % 3 ? 1.0f : -0.5f;
    total += charge[p];
    centre += charge[p] * x[p];
  }
#pragma omp target data map(to : x[0 : n], y[0 : n], charge[0 : n]) map(tofrom : rho[0 : cells])
  deposit(n, nx, ny, x, y, charge, rho);
  for (int c = 0; c < cells; c++) {
    sum += rho[c];
    weighted += rho[c] * (c % nx);
  }
  // Linear shares keep the charge and its centre.
  int right = fabs(sum - total) < 1e-8 * total && fabs(weighted - centre) < 1e-8 * fabs(centre);
  printf("%s %.10g %.10g\n", right ? "ok" : "wrong", sum, weighted);
  return !right;
}
