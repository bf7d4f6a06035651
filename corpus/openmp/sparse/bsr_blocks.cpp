// Block-sparse matrix times vector with dense blocks of a size known at compile time.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

template <int B>
void multiply(int rows, int blocks, const int *start, const int *column, const double *value,
              const double *x, double *y) {
#pragma omp target teams distribute parallel for map(to : start[0 : rows + 1]) \
    map(to : column[0 : blocks], value[0 : blocks * B * B], x[0 : rows * B])   \
    map(from : y[0 : rows * B])
  for (int r = 0; r < rows; r++) {
    double sum[B] = {};
    for (int k = start[r]; k < start[r + 1]; k++) {
      const double *block = value + k * B * B, *in = x + column[k] * B;
      for (int i = 0; i < B; i++)
        for (int j = 0; j < B; j++)
          sum[i] += block[i * B + j] * in[j];
    }
    for (int i = 0; i < B; i++)
      y[r * B + i] = sum[i];
  }
}

template <int B>
bool run(int rows) {
  std::vector<int> start(rows + 1), column;
  for (int r = 0; r < rows; r++) {
    for (int k = 0; k < 4 + r % 3; k++)
      column.push_back((r + k * 7) % rows);
    start[r + 1] = int(column.size());
  }
  int blocks = start[rows];
  std::vector<double> value(blocks * B * B), x(rows * B), y(rows * B);
  for (std::size_t i = 0; i < value.size(); i++)
    value[i] = 0.5 * (1 + i % 6);
  for (std::size_t i = 0; i < x.size(); i++)
    x[i] = 1 + i % 3;
  multiply<B>(rows, blocks, start.data(), column.data(), value.data(), x.data(), y.data());
  double error = 0, total = 0;
  for (int r = 0; r < rows; r++)
    for (int i = 0; i < B; i++) {
      double sum = 0;
      for (int k = start[r]; k < start[r + 1]; k++)
        for (int j = 0; j < B; j++)
          sum += value[(k * B + i) * B + j] * x[column[k] * B + j];
      error = std::fmax(error, std::fabs(sum - y[r * B + i]));
      total += sum;
    }
  std::printf("%s %d %.10g\n", error < 1e-9 ? "ok" : "wrong", B, total);
  return error < 1e-9;
}

int main(int argc, char **argv) {
  int rows = argc > 1 ? std::atoi(argv[1]) : 120000;
  bool right = run<3>(rows);
  right = run<4>(rows) && right;
  return right ? 0 : 1;
}
