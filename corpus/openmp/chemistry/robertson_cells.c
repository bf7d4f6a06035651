// Stiff kinetics of three species in every cell: backward Euler with Newton's method.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#pragma omp declare target
// One step: a and c follow from b, for which Newton solves a scalar equation.
static void step(double *y, double dt, double k1, double k2, double k3) {
  double total = y[0] + y[1] + y[2], b = y[1], a = y[0], c = y[2];
  for (int newton = 0; newton < 8; newton++) {
    // c = c0 + dt k2 b^2, a = total - b - c
    c = y[2] + dt * k2 * b * b;
    a = total - b - c;
    double f = b - y[1] - dt * (k1 * a - k3 * b * c - k2 * b * b);
    double dc = 2 * dt * k2 * b;
    double slope = 1 - dt * (k1 * (-1 - dc) - k3 * (c + b * dc) - 2 * k2 * b);
    b -= f / slope;
  }
  y[1] = b;
  y[2] += dt * k2 * b * b;
  y[0] = total - y[1] - y[2];
}
#pragma omp end declare target

int main(int argc, char **argv) {
  int cells = argc > 1 ? atoi(argv[1]) : 100000;
  int steps = argc > 2 ? atoi(argv[2]) : 40;
  double *y = malloc(3 * (size_t)cells * sizeof(double)), *heat = malloc(cells * sizeof(double));
  for (int c = 0; c < cells; c++) {
    y[3 * c] = 1.0;
    y[3 * c + 1] = y[3 * c + 2] = 0.0;
    heat[c] = 0.8 + 0.1 * (c % 5);
  }
  double *check = malloc(3 * 5 * sizeof(double)), error = 0, product = 0;
#pragma omp target teams distribute parallel for map(tofrom : y[0 : 3 * cells]) \
    map(to : heat[0 : cells]) num_teams(800) thread_limit(128)
  for (int c = 0; c < cells; c++) {
    double local[3] = {y[3 * c], y[3 * c + 1], y[3 * c + 2]};
    for (int s = 0; s < steps; s++)
      step(local, 0.01 * heat[c], 0.04, 3e7, 1e4);
    for (int k = 0; k < 3; k++)
      y[3 * c + k] = local[k];
  }
  for (int c = 0; c < cells; c++) {
    if (c < 5) {
      double *local = check + 3 * c;
      local[0] = 1, local[1] = local[2] = 0;
      for (int s = 0; s < steps; s++)
        step(local, 0.01 * heat[c], 0.04, 3e7, 1e4);
    }
    error = fmax(error, fabs(y[3 * c] + y[3 * c + 1] + y[3 * c + 2] - 1));
    error = fmax(error, fabs(y[3 * c + 2] - check[3 * (c % 5) + 2]));
    product += y[3 * c + 2];
  }
  int right = error < 1e-12 && product > 0;
  printf("%s %.10g\n", right ? "ok" : "wrong", product);
  return !right;
}
