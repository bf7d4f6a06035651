// Jacobi's method on a square with OpenMP: a step and its error, until ten steps are done.
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

double step(int n, const double* in, double* out) {
  double error = 0;
#pragma omp target teams distribute parallel for collapse(2) reduction(max : error) \
    map(to : in[0 : n * n]) map(tofrom : out[0 : n * n], error)
  for (int row = 1; row < n - 1; row++) {
    for (int column = 1; column < n - 1; column++) {
      const int i = row * n + column;
      out[i] = 0.25 * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n]);
      error = std::fmax(error, std::fabs(out[i] - in[i]));
    }
  }
  return error;
}

int main() {
  const int n = 4096;
  std::vector<double> a(n * n), b(n * n);
  for (int i = 0; i < n; i++)
    a[i] = b[i] = 1.0;  // one edge is warm
  double *in = a.data(), *out = b.data();
  double error = 0;
#pragma omp target data map(tofrom : in[0 : n * n], out[0 : n * n])
  for (int round = 0; round < 10; round++) {
    error = step(n, in, out);
    std::swap(in, out);
  }
  std::printf("%g\n", error);
}
