// Pressure from a table of density and temperature by bilinear interpolation, table on the device.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#pragma omp declare target
constexpr int kSide = 128;
double pressure_table[kSide * kSide];

inline double interpolate(double density, double temperature) {
  double x = density * (kSide - 1), y = temperature * (kSide - 1);
  int i = int(x) < kSide - 2 ? int(x) : kSide - 2, j = int(y) < kSide - 2 ? int(y) : kSide - 2;
  double u = x - i, v = y - j;
  const double *row = pressure_table + j * kSide + i;
  return (1 - v) * ((1 - u) * row[0] + u * row[1]) +
         v * ((1 - u) * row[kSide] + u * row[kSide + 1]);
}
#pragma omp end declare target

int main(int argc, char **argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 2000000;
  for (int j = 0; j < kSide; j++)
    for (int i = 0; i < kSide; i++)
      pressure_table[j * kSide + i] = i * j / double((kSide - 1) * (kSide - 1)) + 0.5 * i;
#pragma omp target update to(pressure_table)
  std::vector<double> rho(n), temperature(n), pressure(n);
  for (int c = 0; c < n; c++) {
    rho[c] = (c * 61 % 1000) / 1000.0;
    temperature[c] = (c * 37 % 977) / 977.0;
  }
  const double *r = rho.data(), *t = temperature.data();
  double *p = pressure.data(), highest = 0;
#pragma omp target teams distribute parallel for simd map(to : r[0 : n], t[0 : n]) \
    map(from : p[0 : n]) reduction(max : highest)
  for (int c = 0; c < n; c++) {
    p[c] = interpolate(r[c], t[c]);
    highest = p[c] > highest ? p[c] : highest;
  }
  double error = 0, top = 0;
  for (int c = 0; c < n; c++) {
    double want = rho[c] * temperature[c] + 0.5 * rho[c] * (kSide - 1);
    error = std::fmax(error, std::fabs(want - pressure[c]));
    top = std::fmax(top, pressure[c]);
  }
  bool right = error < 1e-10 && top == highest;
  std::printf("%s %.10g\n", right ? "ok" : "wrong", highest);
  return !right;
}
