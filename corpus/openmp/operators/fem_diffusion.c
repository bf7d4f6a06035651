// A diffusion operator of bilinear finite elements, matrix-free: gather four corners, apply, add.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#pragma omp declare target
static const double stiffness[4][4] = {{4. / 6, -1. / 6, -2. / 6, -1. / 6},
                                       {-1. / 6, 4. / 6, -1. / 6, -2. / 6},
                                       {-2. / 6, -1. / 6, 4. / 6, -1. / 6},
                                       {-1. / 6, -2. / 6, -1. / 6, 4. / 6}};
#pragma omp end declare target

static void apply(int elements, const int (*corner)[4], const double *kappa, const double *u,
                  double *r) {
#pragma omp target teams distribute parallel for
  for (int e = 0; e < elements; e++) {
    double local[4];
    for (int a = 0; a < 4; a++)
      local[a] = u[corner[e][a]];
    for (int a = 0; a < 4; a++) {
      double sum = 0;
      for (int b = 0; b < 4; b++)
        sum += stiffness[a][b] * local[b];
#pragma omp atomic update
      r[corner[e][a]] += kappa[e] * sum;
    }
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  int elements = n * n, nodes = (n + 1) * (n + 1);
  int(*corner)[4] = malloc(elements * sizeof(*corner));
  double *kappa = malloc(elements * sizeof(double));
  double *u = malloc(nodes * sizeof(double)), *r = calloc(nodes, sizeof(double));
  for (int e = 0; e < elements; e++) {
    int first = e / n * (n + 1) + e % n;
    corner[e][0] = first;
    corner[e][1] = first + 1;
    corner[e][2] = first + n + 2;
    corner[e][3] = first + n + 1;
    kappa[e] = 2.0;
  }
  // A linear function has no residual inside; its energy is the area times the square of its slope.
  for (int p = 0; p < nodes; p++)
    u[p] = 3.0 * (p % (n + 1)) - 1.0 * (p / (n + 1));
#pragma omp target enter data map(to : corner[0 : elements], kappa[0 : elements], u[0 : nodes])
#pragma omp target enter data map(to : r[0 : nodes])
  apply(elements, (const int(*)[4])corner, kappa, u, r);
#pragma omp target update from(r[0 : nodes])
#pragma omp target exit data map(delete : corner[0 : elements], kappa[0 : elements], u[0 : nodes])
#pragma omp target exit data map(delete : r[0 : nodes])
  double energy = 0, inside = 0, expected = 2.0 * 10.0 * elements;
  for (int p = 0; p < nodes; p++) {
    int x = p % (n + 1), y = p / (n + 1);
    energy += u[p] * r[p];
    if (x > 0 && y > 0 && x < n && y < n) inside = fmax(inside, fabs(r[p]));
  }
  int right = fabs(energy - expected) < 1e-8 * expected && inside < 1e-8;
  printf("%s %.10g\n", right ? "ok" : "wrong", energy);
  return !right;
}
