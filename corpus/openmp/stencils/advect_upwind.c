// First-order upwind advection of a tracer by a rotating wind; mass is conserved in periodic boxes.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void advect(int n, float dt, const float *wind_x, const float *wind_y, const float *q,
                   float *out) {
  int cells = n * n;
#pragma omp target teams distribute parallel for num_teams((cells + 255) / 256) thread_limit(256)
  for (int p = 0; p < cells; p++) {
    int i = p % n, j = p / n;
    int west = j * n + (i + n - 1) % n, south = (j + n - 1) % n * n + i;
    int east = j * n + (i + 1) % n, north = (j + 1) % n * n + i;
    // Winds live on the east and north face of a cell.
    float in_w = wind_x[west] > 0 ? wind_x[west] * q[west] : wind_x[west] * q[p];
    float out_e = wind_x[p] > 0 ? wind_x[p] * q[p] : wind_x[p] * q[east];
    float in_s = wind_y[south] > 0 ? wind_y[south] * q[south] : wind_y[south] * q[p];
    float out_n = wind_y[p] > 0 ? wind_y[p] * q[p] : wind_y[p] * q[north];
    out[p] = q[p] + dt * (in_w - out_e + in_s - out_n);
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 2000;
  int steps = argc > 2 ? atoi(argv[2]) : 10;
  int cells = n * n;
  float *x = malloc(cells * sizeof(float)), *y = malloc(cells * sizeof(float));
  float *q = malloc(cells * sizeof(float)), *r = malloc(cells * sizeof(float));
  double before = 0, after = 0;
  for (int p = 0; p < cells; p++) {
    x[p] = (p / n - 0.5f * n) / n;
    y[p] = (0.5f * n - p % n) / n;
    q[p] = 1.0f + (p % 97 < 40);
    before += q[p];
  }
#pragma omp target data map(to : x[0 : cells], y[0 : cells]) map(tofrom : q[0 : cells]) \
    map(alloc : r[0 : cells])
  for (int s = 0; s < steps; s++) {
    advect(n, 0.4f, x, y, q, r);
    advect(n, 0.4f, x, y, r, q);
  }
  int bounded = 1;
  for (int p = 0; p < cells; p++) {
    after += q[p];
    bounded &= q[p] > 0.0f && q[p] < 5.0f;
  }
  int right = bounded && fabs(after - before) < 1e-5 * before;
  printf("%s %.7g\n", right ? "ok" : "wrong", after);
  return !right;
}
