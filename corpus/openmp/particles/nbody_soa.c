// Gravity between all pairs, positions as arrays of their own; total momentum stays zero.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  float *x, *y, *z, *mass;
} bodies;

static void forces(int n, const float *x, const float *y, const float *z, const float *mass,
                   float *ax, float *ay, float *az) {
  const float soft = 0.01f;
#pragma omp target teams distribute parallel for thread_limit(256) firstprivate(soft)
  for (int i = 0; i < n; i++) {
    float fx = 0, fy = 0, fz = 0;
    for (int j = 0; j < n; j++) {
      float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      float inverse = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + soft);
      float pull = mass[j] * inverse * inverse * inverse;
      fx += pull * dx;
      fy += pull * dy;
      fz += pull * dz;
    }
    ax[i] = fx;
    ay[i] = fy;
    az[i] = fz;
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 12000;
  float *memory = malloc(7 * n * sizeof(float));
  bodies b = {memory, memory + n, memory + 2 * n, memory + 3 * n};
  float *a = memory + 4 * n;
  for (int i = 0; i < n; i++) {
    b.x[i] = (float)(i * 7919 % 1009) / 1009;
    b.y[i] = (float)(i * 104729 % 1013) / 1013;
    b.z[i] = (float)(i * 1299 % 1019) / 1019;
    b.mass[i] = 1.0f + i % 2;
  }
#pragma omp target data map(to : memory[0 : 4 * n]) map(from : a[0 : 3 * n])
  forces(n, b.x, b.y, b.z, b.mass, a, a + n, a + 2 * n);
  double momentum[3] = {0}, size = 0, error = 0;
  for (int c = 0; c < 3; c++)
    for (int i = 0; i < n; i++) {
      momentum[c] += (double)b.mass[i] * a[c * n + i];
      size += fabs(b.mass[i] * a[c * n + i]);
    }
  for (int i = 0; i < n; i += 1 + n / 20) {
    double fx = 0;
    for (int j = 0; j < n; j++) {
      double dx = b.x[j] - b.x[i], dy = b.y[j] - b.y[i], dz = b.z[j] - b.z[i];
      fx += b.mass[j] * dx * pow(dx * dx + dy * dy + dz * dz + 0.01, -1.5);
    }
    error = fmax(error, fabs(fx - a[i]) / (1 + fabs(fx)));
  }
  for (int c = 0; c < 3; c++)
    error = fmax(error, fabs(momentum[c]) / size);
  printf("%s %.6g\n", error < 1e-3 ? "ok" : "wrong", size);
  return error >= 1e-3;
}
