// Each instance of a template has its kernel.
#include <vector>

template <class T>
void add(int n, T *x, T by) {
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n])
  for (int i = 0; i < n; i++) x[i] += by;
}

int main() {
  std::vector<float> a(10000);
  std::vector<double> b(20000);
  add(10000, a.data(), 1.0f);
  add(20000, b.data(), 1.0);
}
