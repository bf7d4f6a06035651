#include <cstdio>
#include <vector>
static void rows(const float* in, float* out, int n, int m) {
#pragma omp target teams distribute map(to : in[0 : n * m]) map(from : out[0 : n])
  for (int i = 0; i < n; ++i) {
    float sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(64)
    for (int j = 0; j < m; ++j)
      sum += in[i * m + j];
    out[i] = sum;
  }
}
int main(int argc, char** argv) {
  const int n = argc > 1 ? 100 : 1 << 12, m = 300;
  std::vector<float> in(n * m, 1.0f), out(n);
  for (int k = 0; k < 3; ++k)
    rows(in.data(), out.data(), n, m >> k);
  float* a = in.data();
#pragma omp target data map(tofrom : a[0 : n * m])
  {
#pragma omp target teams distribute parallel for simd collapse(2) thread_limit(128)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j)
        a[i * m + j] *= 2;
  }
  printf("%d\n", n);
}
