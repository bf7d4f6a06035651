// Explicit steps of the heat equation on a 3D box with a conductivity for each cell.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

struct Box {
  int nx, ny, nz;
  int at(int i, int j, int k) const { return (k * ny + j) * nx + i; }
  int cells() const { return nx * ny * nz; }
};

template <typename T>
T update(Box b, const T *u, const T *c, int i, int j, int k) {
  int p = b.at(i, j, k), row = b.nx, plane = b.nx * b.ny;
  T around = u[p - 1] + u[p + 1] + u[p - row] + u[p + row] + u[p - plane] + u[p + plane];
  return u[p] + c[p] * (around - T(6) * u[p]);
}

template <typename T>
void step(Box b, const T *u, const T *c, T *v) {
#pragma omp target teams distribute parallel for collapse(3) firstprivate(b)
  for (int k = 1; k < b.nz - 1; k++)
    for (int j = 1; j < b.ny - 1; j++)
      for (int i = 1; i < b.nx - 1; i++)
        v[b.at(i, j, k)] = update(b, u, c, i, j, k);
}

template <typename T>
void serial_step(Box b, const T *u, const T *c, T *v) {
  for (int k = 1; k < b.nz - 1; k++)
    for (int j = 1; j < b.ny - 1; j++)
      for (int i = 1; i < b.nx - 1; i++)
        v[b.at(i, j, k)] = update(b, u, c, i, j, k);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 192;
  int steps = argc > 2 ? std::atoi(argv[2]) : 6;
  Box box{n, n, n};
  int cells = box.cells();
  std::vector<float> start(cells), conductivity(cells);
  for (int i = 0; i < cells; i++) {
    start[i] = float(i % 13);
    conductivity[i] = 0.05f + 0.01f * float(i % 7);
  }
  std::vector<float> a = start, b = start, x = start, y = start;
  float *u = a.data(), *v = b.data();
  const float *c = conductivity.data();
#pragma omp target enter data map(to : u[0 : cells], v[0 : cells], c[0 : cells])
  for (int s = 0; s < steps; s++) {
    step(box, u, c, v);
    std::swap(u, v);
  }
#pragma omp target exit data map(from : u[0 : cells]) map(delete : v[0 : cells], c[0 : cells])
  float *p = x.data(), *q = y.data();
  for (int s = 0; s < steps; s++) {
    serial_step(box, p, c, q);
    std::swap(p, q);
  }
  double error = 0, sum = 0;
  for (int i = 0; i < cells; i++) {
    error = std::fmax(error, std::fabs(u[i] - p[i]));
    sum += u[i];
  }
  std::printf("%s %.8g\n", error < 1e-4 ? "ok" : "wrong", sum);
  return error >= 1e-4;
}
