// Shallow water by Lax and Friedrichs on a periodic lake, one struct of three arrays.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Cell {
  double h, hu, hv;
};

#pragma omp declare target
constexpr double gravity = 9.81;

Cell flux_x(const Cell &c) {
  double u = c.hu / c.h;
  return {c.hu, c.hu * u + 0.5 * gravity * c.h * c.h, c.hv * u};
}

Cell flux_y(const Cell &c) {
  double v = c.hv / c.h;
  return {c.hv, c.hu * v, c.hv * v + 0.5 * gravity * c.h * c.h};
}

Cell advance(const Cell &w, const Cell &e, const Cell &s, const Cell &n, double r) {
  Cell fw = flux_x(w), fe = flux_x(e), fs = flux_y(s), fn = flux_y(n);
  return {0.25 * (w.h + e.h + s.h + n.h) - r * (fe.h - fw.h + fn.h - fs.h),
          0.25 * (w.hu + e.hu + s.hu + n.hu) - r * (fe.hu - fw.hu + fn.hu - fs.hu),
          0.25 * (w.hv + e.hv + s.hv + n.hv) - r * (fe.hv - fw.hv + fn.hv - fs.hv)};
}
#pragma omp end declare target

int main(int argc, char **argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 1024;
  int steps = argc > 2 ? std::atoi(argv[2]) : 10;
  int cells = n * n;
  std::vector<Cell> lake(cells), next(cells);
  double volume = 0, volume_end = 0, lowest = 1e9;
  for (int p = 0; p < cells; p++) {
    lake[p] = {1.0 + 0.2 * std::exp(-0.01 * ((p % n - 30) * (p % n - 30))), 0.0, 0.05};
    volume += lake[p].h;
  }
  Cell *a = lake.data(), *b = next.data();
#pragma omp target data map(tofrom : a[0 : cells]) map(alloc : b[0 : cells])
  for (int s = 0; s < 2 * steps; s++) {
    const Cell *from = s % 2 ? b : a;
    Cell *to = s % 2 ? a : b;
#pragma omp target teams distribute parallel for collapse(2) map(to : from[0 : cells]) \
    map(from : to[0 : cells])
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++)
        to[j * n + i] = advance(from[j * n + (i + n - 1) % n], from[j * n + (i + 1) % n],
                                from[(j + n - 1) % n * n + i], from[(j + 1) % n * n + i], 0.05);
  }
  for (const Cell &c : lake) {
    volume_end += c.h;
    lowest = std::fmin(lowest, c.h);
  }
  bool right = std::fabs(volume_end - volume) < 1e-10 * volume && lowest > 0.5;
  std::printf("%s %.12g %.6g\n", right ? "ok" : "wrong", volume_end, lowest);
  return !right;
}
