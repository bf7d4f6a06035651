// A batch of transforms by radix 2: bit reversal, then a pass over all butterflies for each stage.
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void reverse(int batch, int bits, const double *in, double *out) {
  int n = 1 << bits;
#pragma omp target teams distribute parallel for collapse(2)
  for (int b = 0; b < batch; b++)
    for (int i = 0; i < n; i++) {
      int r = 0;
      for (int k = 0; k < bits; k++)
        r |= ((i >> k) & 1) << (bits - 1 - k);
      out[2 * (b * n + r)] = in[2 * (b * n + i)];
      out[2 * (b * n + r) + 1] = in[2 * (b * n + i) + 1];
    }
}

static void stage(int batch, int n, int half, double *x) {
#pragma omp target teams distribute parallel for collapse(2) thread_limit(256)
  for (int b = 0; b < batch; b++)
    for (int k = 0; k < n / 2; k++) {
      int j = k % half, top = b * n + (k / half) * 2 * half + j;
      double angle = -M_PI * j / half, c = cos(angle), s = sin(angle);
      double *p = x + 2 * top, *q = x + 2 * (top + half);
      double re = c * q[0] - s * q[1], im = s * q[0] + c * q[1];
      q[0] = p[0] - re;
      q[1] = p[1] - im;
      p[0] += re;
      p[1] += im;
    }
}

int main(int argc, char **argv) {
  int bits = argc > 1 ? atoi(argv[1]) : 12;
  int batch = argc > 2 ? atoi(argv[2]) : 256;
  int n = 1 << bits;
  size_t size = (size_t)2 * n * batch;
  double *x = malloc(size * sizeof(double)), *y = malloc(size * sizeof(double));
  // Transform b is a pure tone with amplitude 1 + b % 3 at frequency b % n.
  for (int b = 0; b < batch; b++)
    for (int i = 0; i < n; i++) {
      double angle = 2 * M_PI * (double)((long)i * (b % n) % n) / n;
      x[2 * (b * n + i)] = (1 + b % 3) * cos(angle);
      x[2 * (b * n + i) + 1] = (1 + b % 3) * sin(angle);
    }
#pragma omp target data map(to : x[0 : size]) map(from : y[0 : size])
  {
    reverse(batch, bits, x, y);
    for (int half = 1; half < n; half *= 2)
      stage(batch, n, half, y);
  }
  double error = 0, sum = 0;
  for (int b = 0; b < batch; b++)
    for (int i = 0; i < n; i++) {
      double expected = i == b % n ? (double)n * (1 + b % 3) : 0;
      error = fmax(error, cabs(y[2 * (b * n + i)] + I * y[2 * (b * n + i) + 1] - expected));
      sum += y[2 * (b * n + i)];
    }
  printf("%s %.8g\n", error < 1e-7 ? "ok" : "wrong", sum);
  return error >= 1e-7;
}
