// Seven-point heat equation in double, three loops collapsed.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void heat3d(int nx, int ny, int nz, double k, const double *u, double *v) {
#pragma omp target teams distribute parallel for collapse(3) thread_limit(256) \
    map(to : u[0 : nx * ny * nz]) map(tofrom : v[0 : nx * ny * nz])
  for (int z = 1; z < nz - 1; z++)
    for (int y = 1; y < ny - 1; y++)
      for (int x = 1; x < nx - 1; x++) {
        int i = (z * ny + y) * nx + x;
        v[i] = u[i] + k * (u[i - 1] + u[i + 1] + u[i - nx] + u[i + nx] + u[i - nx * ny] +
                           u[i + nx * ny] - 6.0 * u[i]);
      }
}

static int run(int nx, int ny, int nz) {
  int n = nx * ny * nz;
  double *u = (double *)malloc(n * sizeof(double));
  double *v = (double *)malloc(n * sizeof(double));
  for (int i = 0; i < n; i++) {
    u[i] = i % 17;
    v[i] = 0;
  }
  heat3d(nx, ny, nz, 0.1, u, v);
  int wrong = 0;
  for (int z = 1; z < nz - 1; z++)
    for (int y = 1; y < ny - 1; y++)
      for (int x = 1; x < nx - 1; x++) {
        int i = (z * ny + y) * nx + x;
        double want = u[i] + 0.1 * (u[i - 1] + u[i + 1] + u[i - nx] + u[i + nx] + u[i - nx * ny] +
                                    u[i + nx * ny] - 6.0 * u[i]);
        wrong += fabs(want - v[i]) > 1e-9;
      }
  free(u);
  free(v);
  return wrong;
}

int main() {
  int wrong = run(64, 64, 64);
  wrong += run(128, 128, 128);
  wrong += run(256, 256, 128);
  printf("heat3d: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
