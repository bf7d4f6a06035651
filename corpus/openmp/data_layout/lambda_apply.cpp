// A small for_each over the device in the style of portability layers: the body is a lambda.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

template <typename Body>
void for_each(int n, Body body) {
#pragma omp target teams distribute parallel for firstprivate(body)
  for (int i = 0; i < n; i++)
    body(i);
}

template <typename Body>
double sum_each(int n, Body body) {
  double sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : sum) firstprivate(body)
  for (int i = 0; i < n; i++)
    sum += body(i);
  return sum;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 3000000;
  std::vector<double> a(n), b(n);
  for (int i = 0; i < n; i++)
    a[i] = i % 32;
  double *x = a.data(), *y = b.data();
  double norm = 0;
#pragma omp target data map(to : x[0 : n]) map(from : y[0 : n]) use_device_ptr(x, y)
  {
    double scale = 0.125;
    for_each(n, [=](int i) { y[i] = scale * x[i] * x[i]; });
    norm = sum_each(n, [=](int i) { return std::sqrt(y[i]); });
  }
  double error = 0, want = 0;
  for (int i = 0; i < n; i++) {
    error = std::fmax(error, std::fabs(b[i] - 0.125 * a[i] * a[i]));
    want += std::sqrt(0.125) * a[i];
  }
  bool right = error == 0 && std::fabs(norm - want) < 1e-9 * want;
  std::printf("%s %.10g\n", right ? "ok" : "wrong", norm);
  return !right;
}
