// Lattice Boltzmann on nine velocities with periodic walls: pull, then relax to equilibrium.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#pragma omp declare target
static const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const double weight[9] = {4. / 9,  1. / 9,  1. / 9,  1. / 9, 1. / 9,
                                 1. / 36, 1. / 36, 1. / 36, 1. / 36};
#pragma omp end declare target

static void collide(int nx, int ny, double omega, const double *f, double *g) {
  int cells = nx * ny;
#pragma omp target teams distribute parallel for collapse(2)
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++) {
      double in[9], rho = 0, ux = 0, uy = 0;
      for (int d = 0; d < 9; d++) {
        int from = (y - cy[d] + ny) % ny * nx + (x - cx[d] + nx) % nx;
        in[d] = f[d * cells + from];
        rho += in[d];
        ux += cx[d] * in[d];
        uy += cy[d] * in[d];
      }
      ux /= rho;
      uy /= rho;
      double square = 1.5 * (ux * ux + uy * uy);
      for (int d = 0; d < 9; d++) {
        double cu = 3.0 * (cx[d] * ux + cy[d] * uy);
        double equilibrium = weight[d] * rho * (1.0 + cu + 0.5 * cu * cu - square);
        g[d * cells + y * nx + x] = in[d] + omega * (equilibrium - in[d]);
      }
    }
}

int main(int argc, char **argv) {
  int nx = argc > 1 ? atoi(argv[1]) : 768;
  int ny = argc > 2 ? atoi(argv[2]) : 512;
  int steps = argc > 3 ? atoi(argv[3]) : 10;
  int cells = nx * ny;
  double *f = malloc(9 * cells * sizeof(double)), *g = malloc(9 * cells * sizeof(double));
  double mass = 0, momentum = 0, mass_end = 0, momentum_end = 0;
  for (int d = 0; d < 9; d++)
    for (int p = 0; p < cells; p++) {
      f[d * cells + p] = weight[d] * (1.0 + 0.02 * ((p / nx) % 17 == 3) + 0.01 * cx[d]);
      mass += f[d * cells + p];
      momentum += cx[d] * f[d * cells + p];
    }
#pragma omp target data map(tofrom : f[0 : 9 * cells]) map(alloc : g[0 : 9 * cells])
  for (int s = 0; s < steps; s++) {
    collide(nx, ny, 1.2, f, g);
    collide(nx, ny, 1.2, g, f);
  }
  for (int d = 0; d < 9; d++)
    for (int p = 0; p < cells; p++) {
      mass_end += f[d * cells + p];
      momentum_end += cx[d] * f[d * cells + p];
    }
  int right =
      fabs(mass_end - mass) < 1e-9 * mass && fabs(momentum_end - momentum) < 1e-8 * fabs(momentum);
  printf("%s %.10g %.10g\n", right ? "ok" : "wrong", mass_end, momentum_end);
  return !right;
}
