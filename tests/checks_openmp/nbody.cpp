// Forces of all bodies on all: compute.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void nbody(int n, const float *x, const float *y, const float *z, float *fx, float *fy, float *fz) {
#pragma omp target teams distribute parallel for thread_limit(128) \
    map(to : x[0 : n], y[0 : n], z[0 : n]) map(from : fx[0 : n], fy[0 : n], fz[0 : n])
  for (int i = 0; i < n; i++) {
    float ax = 0, ay = 0, az = 0;
    for (int j = 0; j < n; j++) {
      float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      float r2 = dx * dx + dy * dy + dz * dz + 0.01f;
      float inverse = 1.0f / sqrtf(r2);
      float f = inverse * inverse * inverse;
      ax += f * dx;
      ay += f * dy;
      az += f * dz;
    }
    fx[i] = ax;
    fy[i] = ay;
    fz[i] = az;
  }
}

static int run(int n) {
  size_t bytes = n * sizeof(float);
  float *x = (float *)malloc(bytes), *y = (float *)malloc(bytes), *z = (float *)malloc(bytes);
  float *fx = (float *)malloc(bytes), *fy = (float *)malloc(bytes), *fz = (float *)malloc(bytes);
  for (int i = 0; i < n; i++) {
    x[i] = (i % 101) * 0.01f;
    y[i] = (i % 103) * 0.01f;
    z[i] = (i % 107) * 0.01f;
  }
  nbody(n, x, y, z, fx, fy, fz);
  int wrong = 0;
  for (int i = 0; i < n; i += 97) {
    double ax = 0;
    for (int j = 0; j < n; j++) {
      float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      float inverse = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      ax += inverse * inverse * inverse * dx;
    }
    wrong += fabs(ax - fx[i]) > 1e-3 * n;
  }
  free(x);
  free(y);
  free(z);
  free(fx);
  free(fy);
  free(fz);
  return wrong;
}

int main() {
  int wrong = run(4096);
  wrong += run(10000);
  wrong += run(20000);
  printf("nbody: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
