// Mean, variance, skewness and kurtosis: sums of four powers in a struct that knows how to merge.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Moments {
  double count = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0;
  void add(double x) {
    double square = x * x;
    count += 1;
    s1 += x;
    s2 += square;
    s3 += square * x;
    s4 += square * square;
  }
  Moments &operator+=(const Moments &o) {
    count += o.count;
    s1 += o.s1;
    s2 += o.s2;
    s3 += o.s3;
    s4 += o.s4;
    return *this;
  }
  double mean() const { return s1 / count; }
  double variance() const { return s2 / count - mean() * mean(); }
};

#pragma omp declare reduction(merge:Moments : omp_out += omp_in)

int main(int argc, char **argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 3000000;
  std::vector<double> data(n);
  for (int i = 0; i < n; i++)
    data[i] = 0.25 * (i % 41) - 3.0;
  const double *x = data.data();
  Moments m, check;
#pragma omp target teams distribute parallel for reduction(merge : m) map(to : x[0 : n])
  for (int i = 0; i < n; i++)
    m.add(x[i]);
  for (double v : data)
    check.add(v);
  bool right = m.count == check.count && std::fabs(m.s4 - check.s4) < 1e-9 * check.s4 &&
               std::fabs(m.mean() - check.mean()) < 1e-9 &&
               std::fabs(m.s3 - check.s3) < 1e-9 * std::fabs(check.s3);
  std::printf("%s %.10g %.10g\n", right ? "ok" : "wrong", m.mean(), m.variance());
  return !right;
}
