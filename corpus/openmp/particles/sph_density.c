// Smoothed particle hydrodynamics: density and pressure from a fixed number of neighbours.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NEIGHBOURS 32

#pragma omp declare target
static float kernel(float r, float h) {
  float q = r / h;
  if (q >= 2.0f) return 0.0f;
  float c = 0.318309886f / (h * h * h);
  float rest = 2.0f - q;
  return q < 1.0f ? c * (1.0f - 1.5f * q * q + 0.75f * q * q * q) : c * 0.25f * rest * rest * rest;
}
#pragma omp end declare target

static void density(int n, const float (*pos)[3], const float *mass, const float *h,
                    const int *neighbour, float *rho, float *pressure) {
#pragma omp target teams distribute parallel for num_threads(64) map(to : pos[0 : n]) \
    map(to : mass[0 : n], h[0 : n], neighbour[0 : n * NEIGHBOURS])                    \
    map(from : rho[0 : n], pressure[0 : n])
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int k = 0; k < NEIGHBOURS; k++) {
      int j = neighbour[i * NEIGHBOURS + k];
      float dx = pos[i][0] - pos[j][0], dy = pos[i][1] - pos[j][1], dz = pos[i][2] - pos[j][2];
      sum += mass[j] * kernel(sqrtf(dx * dx + dy * dy + dz * dz), h[i]);
    }
    rho[i] = sum;
    pressure[i] = powf(sum, 1.4f);
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 200000;
  float(*pos)[3] = malloc(n * sizeof(*pos));
  float *memory = malloc(4 * n * sizeof(float));
  float *mass = memory, *h = memory + n, *rho = memory + 2 * n, *pressure = memory + 3 * n;
  int *neighbour = malloc(n * NEIGHBOURS * sizeof(int));
  for (int i = 0; i < n; i++) {
    for (int d = 0; d < 3; d++)
      pos[i][d] = 0.05f * ((i + 3 * d) % (8 + d));
    mass[i] = 0.001f * (1 + i % 2);
    h[i] = 0.2f + 0.01f * (i % 5);
    for (int k = 0; k < NEIGHBOURS; k++)
      neighbour[i * NEIGHBOURS + k] = (i + k * k) % n;
  }
  density(n, (const float(*)[3])pos, mass, h, neighbour, rho, pressure);
  double error = 0, total = 0;
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 0; k < NEIGHBOURS; k++) {
      int j = neighbour[i * NEIGHBOURS + k];
      float dx = pos[i][0] - pos[j][0], dy = pos[i][1] - pos[j][1], dz = pos[i][2] - pos[j][2];
      sum += mass[j] * kernel(sqrtf(dx * dx + dy * dy + dz * dz), h[i]);
    }
    error = fmax(error, fabs(sum - rho[i]) / sum + fabs(pow(sum, 1.4) - pressure[i]) / sum);
    total += rho[i];
  }
  printf("%s %.6g\n", error < 1e-4 ? "ok" : "wrong", total);
  return error >= 1e-4;
}
