// ELLPACK matrix times vector, column-major, with padding marked by a negative column.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

template <typename Real, typename Index>
struct Ell {
  Index rows;
  int width;
  std::vector<Index> column;
  std::vector<Real> value;
};

template <typename Real, typename Index>
void multiply(const Ell<Real, Index> &m, const std::vector<Real> &in, std::vector<Real> &out) {
  const Index rows = m.rows, entries = m.rows * m.width;
  const int width = m.width;
  const Index *column = m.column.data();
  const Real *value = m.value.data(), *x = in.data();
  Real *y = out.data();
#pragma omp target teams distribute parallel for map(to : column[0 : entries], value[0 : entries]) \
    map(to : x[0 : rows]) map(from : y[0 : rows]) thread_limit(128)
  for (Index r = 0; r < rows; r++) {
    Real sum = 0;
    for (int k = 0; k < width; k++) {
      Index c = column[k * rows + r];
      if (c >= 0) sum += value[k * rows + r] * x[c];
    }
    y[r] = sum;
  }
}

template <typename Real, typename Index>
int run(Index rows, int width) {
  Ell<Real, Index> m{rows, width, {}, {}};
  m.column.assign(rows * width, -1);
  m.value.assign(rows * width, Real(0));
  std::vector<Real> x(rows), y(rows);
  double expected = 0, total = 0;
  for (Index r = 0; r < rows; r++)
    x[r] = Real(1 + r % 4);
  for (Index r = 0; r < rows; r++)
    for (int k = 0; k < width - int(r % 3); k++) {
      m.column[k * rows + r] = (r + k * k) % rows;
      m.value[k * rows + r] = Real(0.25 * (k + 1));
      expected += 0.25 * (k + 1) * x[(r + k * k) % rows];
    }
  multiply(m, x, y);
  for (Real v : y)
    total += v;
  bool right = std::fabs(total - expected) < 1e-6 * expected;
  std::printf("%s %.10g\n", right ? "ok" : "wrong", total);
  return !right;
}

int main(int argc, char **argv) {
  int rows = argc > 1 ? std::atoi(argv[1]) : 400000;
  int width = argc > 2 ? std::atoi(argv[2]) : 12;
  return run<double, int>(rows, width) + run<float, std::int64_t>(rows, width);
}
