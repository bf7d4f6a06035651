// Maxwell's equations in two dimensions on a Yee grid: E and H take turns, a source in the middle.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void update_h(int n, const float *ez, float *hx, float *hy) {
#pragma omp target teams loop collapse(2)
  for (int i = 0; i < n - 1; i++)
    for (int j = 0; j < n - 1; j++) {
      hx[i * n + j] -= 0.5f * (ez[i * n + j + 1] - ez[i * n + j]);
      hy[i * n + j] += 0.5f * (ez[(i + 1) * n + j] - ez[i * n + j]);
    }
}

static void update_e(int n, const float *eps, const float *hx, const float *hy, float *ez) {
#pragma omp target teams loop collapse(2)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      ez[i * n + j] += 0.5f / eps[i * n + j] *
                       (hy[i * n + j] - hy[(i - 1) * n + j] - hx[i * n + j] + hx[i * n + j - 1]);
}

static void serial_step(int n, const float *eps, float *hx, float *hy, float *ez) {
  for (int p = 0; p < n * (n - 1); p++)
    if (p % n < n - 1) {
      hx[p] -= 0.5f * (ez[p + 1] - ez[p]);
      hy[p] += 0.5f * (ez[p + n] - ez[p]);
    }
  for (int i = 1; i < n - 1; i++)
    for (int p = i * n + 1; p < i * n + n - 1; p++)
      ez[p] += 0.5f / eps[p] * (hy[p] - hy[p - n] - hx[p] + hx[p - 1]);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1200;
  int steps = argc > 2 ? atoi(argv[2]) : 12;
  int cells = n * n, middle = n / 2 * n + n / 2;
  float *eps = malloc(cells * sizeof(float)), *field = calloc(6 * cells, sizeof(float));
  float *hx = field, *hy = field + cells, *ez = field + 2 * cells, *check = field + 3 * cells;
  for (int p = 0; p < cells; p++)
    eps[p] = p % n > n / 2 ? 2.25f : 1.0f;
#pragma omp target data map(to : eps[0 : cells]) \
    map(tofrom : hx[0 : cells], hy[0 : cells], ez[0 : cells])
  for (int s = 0; s < steps; s++) {
    update_h(n, ez, hx, hy);
    update_e(n, eps, hx, hy, ez);
#pragma omp target
    ez[middle] += sinf(0.3f * s);
  }
  for (int s = 0; s < steps; s++) {
    serial_step(n, eps, check, check + cells, check + 2 * cells);
    check[2 * cells + middle] += sinf(0.3f * s);
  }
  double error = 0, energy = 0;
  for (int p = 0; p < cells; p++) {
    error = fmax(error, fabs(ez[p] - check[2 * cells + p]));
    energy += ez[p] * ez[p];
  }
  printf("%s %.6g\n", error < 1e-4 ? "ok" : "wrong", energy);
  return error >= 1e-4;
}
