// Derivatives on spectral elements: a small dense matrix along each direction of every element.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

template <int N>
void gradient(int elements, const double *d, const double *u, double *ux, double *uy) {
  const int size = elements * N * N;
#pragma omp target teams distribute collapse(1) thread_limit(64) map(to : d[0 : N * N]) \
    map(to : u[0 : size]) map(from : ux[0 : size], uy[0 : size])
  for (int e = 0; e < elements; e++) {
    const double *in = u + e * N * N;
#pragma omp parallel for collapse(2)
    for (int j = 0; j < N; j++)
      for (int i = 0; i < N; i++) {
        double along = 0, across = 0;
        for (int k = 0; k < N; k++) {
          along += d[i * N + k] * in[j * N + k];
          across += d[j * N + k] * in[k * N + i];
        }
        ux[e * N * N + j * N + i] = along;
        uy[e * N * N + j * N + i] = across;
      }
  }
}

// Lagrange derivatives on Chebyshev's points.
template <int N>
std::vector<double> derivative(std::vector<double> &x) {
  std::vector<double> d(N * N, 0.0), weight(N, 1.0);
  for (int i = 0; i < N; i++)
    x[i] = -std::cos(M_PI * i / (N - 1));
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      if (j != i) weight[i] /= x[i] - x[j];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      if (j != i) {
        d[i * N + j] = weight[j] / weight[i] / (x[i] - x[j]);
        d[i * N + i] -= d[i * N + j];
      }
  return d;
}

int main(int argc, char **argv) {
  constexpr int n = 8;
  int elements = argc > 1 ? std::atoi(argv[1]) : 20000;
  std::vector<double> x(n), d = derivative<n>(x);
  std::vector<double> u(elements * n * n), ux(u.size()), uy(u.size());
  for (int e = 0; e < elements; e++)
    for (int p = 0; p < n * n; p++)
      u[e * n * n + p] = x[p % n] * x[p % n] * x[p / n] + e % 4;
  gradient<n>(elements, d.data(), u.data(), ux.data(), uy.data());
  double error = 0, sum = 0;
  for (int p = 0; p < elements * n * n; p++) {
    double a = x[p % n], b = x[p / n % n];
    error = std::fmax(error, std::fabs(ux[p] - 2 * a * b));
    error = std::fmax(error, std::fabs(uy[p] - a * a));
    sum += uy[p];
  }
  std::printf("%s %.8g\n", error < 1e-11 ? "ok" : "wrong", sum);
  return error >= 1e-11;
}
