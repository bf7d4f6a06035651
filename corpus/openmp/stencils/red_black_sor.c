// Successive over-relaxation in red-black order: cells of one colour depend on the other only.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void relax(int nx, int ny, int colour, double omega, double *u) {
#pragma omp target teams distribute
  for (int j = 1; j < ny - 1; j++) {
    int first = 1 + (j + colour) % 2;
#pragma omp parallel for
    for (int i = first; i < nx - 1; i += 2) {
      double *c = u + j * nx + i;
      c[0] += omega * (0.25 * (c[-1] + c[1] + c[-nx] + c[nx]) - c[0]);
    }
  }
}

static void serial_relax(int nx, int ny, int colour, double omega, double *u) {
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1 + (j + colour) % 2; i < nx - 1; i += 2) {
      double *c = u + j * nx + i;
      c[0] += omega * (0.25 * (c[-1] + c[1] + c[-nx] + c[nx]) - c[0]);
    }
}

int main(int argc, char **argv) {
  int nx = argc > 1 ? atoi(argv[1]) : 1024;
  int ny = argc > 2 ? atoi(argv[2]) : 768;
  int sweeps = argc > 3 ? atoi(argv[3]) : 10;
  double *u = calloc(nx * ny, sizeof(double)), *w = calloc(nx * ny, sizeof(double));
  for (int i = 0; i < nx; i++)
    u[i] = w[i] = 1.0 + 0.01 * (i % 10);
#pragma omp target data map(tofrom : u[0 : nx * ny])
  for (int s = 0; s < sweeps; s++) {
    relax(nx, ny, 0, 1.7, u);
    relax(nx, ny, 1, 1.7, u);
  }
  for (int s = 0; s < sweeps; s++) {
    serial_relax(nx, ny, 0, 1.7, w);
    serial_relax(nx, ny, 1, 1.7, w);
  }
  double error = 0, sum = 0;
  for (int i = 0; i < nx * ny; i++) {
    error = fmax(error, fabs(u[i] - w[i]));
    sum += u[i];
  }
  printf("%s %.10g\n", error < 1e-12 ? "ok" : "wrong", sum);
  return error >= 1e-12;
}
