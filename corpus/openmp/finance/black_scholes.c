// European calls and puts by Black and Scholes; put-call parity is the check.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#pragma omp declare target
static double normal(double x) {
  return 0.5 * erfc(-x * M_SQRT1_2);
}
#pragma omp end declare target

static void price(int n, const double *spot, const double *strike, const double *years, double rate,
                  double sigma, double *call, double *put) {
#pragma omp target teams distribute parallel for simd map(to : spot[0 : n], strike[0 : n]) \
    map(to : years[0 : n]) map(from : call[0 : n], put[0 : n])
  for (int i = 0; i < n; i++) {
    double root = sigma * sqrt(years[i]);
    double d1 = (log(spot[i] / strike[i]) + (rate + 0.5 * sigma * sigma) * years[i]) / root;
    double d2 = d1 - root, discount = strike[i] * exp(-rate * years[i]);
    call[i] = spot[i] * normal(d1) - discount * normal(d2);
    put[i] = discount * normal(-d2) - spot[i] * normal(-d1);
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1500000;
  const double rate = 0.03, sigma = 0.25;
  double *memory = malloc(5 * (size_t)n * sizeof(double));
  double *spot = memory, *strike = memory + n, *years = memory + 2 * n;
  double *call = memory + 3 * n, *put = memory + 4 * n;
  for (int i = 0; i < n; i++) {
    spot[i] = 80 + i % 41;
    strike[i] = 70 + i % 61;
    years[i] = 0.25 + 0.05 * (i % 30);
  }
  price(n, spot, strike, years, rate, sigma, call, put);
  double error = 0, total = 0;
  for (int i = 0; i < n; i++) {
    double parity = spot[i] - strike[i] * exp(-rate * years[i]);
    error = fmax(error, fabs(call[i] - put[i] - parity));
    error = fmax(error, call[i] < 0 || call[i] > spot[i]);
    total += call[i];
  }
  printf("%s %.10g\n", error < 1e-9 ? "ok" : "wrong", total);
  return error >= 1e-9;
}
