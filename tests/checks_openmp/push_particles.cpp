// Particles in a field: an iteration for each thread, by both clauses.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void push_particles(int n, float dt, float *x, float *y, float *vx, float *vy) {
#pragma omp target teams distribute parallel for num_teams((n + 127) / 128) num_threads(128) \
    map(tofrom : x[0 : n], y[0 : n], vx[0 : n], vy[0 : n])
  for (int i = 0; i < n; i++) {
    float r = x[i] * x[i] + y[i] * y[i] + 1.0f;
    float ax = -x[i] / r, ay = -y[i] / r;
    vx[i] += dt * ax;
    vy[i] += dt * ay;
    x[i] += dt * vx[i];
    y[i] += dt * vy[i];
  }
}

static int run(int n) {
  size_t bytes = n * sizeof(float);
  float *x = (float *)malloc(bytes), *y = (float *)malloc(bytes);
  float *vx = (float *)malloc(bytes), *vy = (float *)malloc(bytes);
  for (int i = 0; i < n; i++) {
    x[i] = i % 31;
    y[i] = i % 37;
    vx[i] = 1;
    vy[i] = 0;
  }
  push_particles(n, 0.01f, x, y, vx, vy);
  int wrong = 0;
  for (int i = 0; i < n; i++) {
    float px = i % 31, py = i % 37, r = px * px + py * py + 1.0f;
    wrong += fabsf(px + 0.01f * (1 - 0.01f * px / r) - x[i]) > 1e-4f;
  }
  free(x);
  free(y);
  free(vx);
  free(vy);
  return wrong;
}

int main() {
  int wrong = run(200000);
  wrong += run(1 << 22);
  wrong += run(10000000);
  printf("push_particles: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
