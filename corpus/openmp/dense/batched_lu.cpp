// Many small systems at once: Gaussian elimination with pivoting, a system for each thread.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

template <int N>
struct System {
  double a[N][N], b[N];
};

#pragma omp declare target
template <int N>
void eliminate(System<N> &s) {
  for (int k = 0; k < N; k++) {
    int pivot = k;
    for (int i = k + 1; i < N; i++)
      if (std::fabs(s.a[i][k]) > std::fabs(s.a[pivot][k])) pivot = i;
    for (int j = 0; j < N; j++) {
      double keep = s.a[k][j];
      s.a[k][j] = s.a[pivot][j];
      s.a[pivot][j] = keep;
    }
    double keep = s.b[k];
    s.b[k] = s.b[pivot];
    s.b[pivot] = keep;
    for (int i = k + 1; i < N; i++) {
      double factor = s.a[i][k] / s.a[k][k];
      for (int j = k; j < N; j++)
        s.a[i][j] -= factor * s.a[k][j];
      s.b[i] -= factor * s.b[k];
    }
  }
  for (int i = N - 1; i >= 0; i--) {
    for (int j = i + 1; j < N; j++)
      s.b[i] -= s.a[i][j] * s.b[j];
    s.b[i] /= s.a[i][i];
  }
}
#pragma omp end declare target

template <int N>
bool run(int count) {
  std::vector<System<N>> systems(count);
  for (int s = 0; s < count; s++)
    for (int i = 0; i < N; i++) {
      systems[s].b[i] = 1 + (s + i) % 4;
      for (int j = 0; j < N; j++)
        systems[s].a[i][j] = ((s * 7 + i * 5 + j * 3) % 11) * 0.1 + (i == (j + 1) % N ? N : 0);
    }
  std::vector<System<N>> before = systems;
  System<N> *work = systems.data();
#pragma omp target teams distribute parallel for map(tofrom : work[0 : count]) thread_limit(64)
  for (int s = 0; s < count; s++)
    eliminate(work[s]);
  double residual = 0, total = 0;
  for (int s = 0; s < count; s++)
    for (int i = 0; i < N; i++) {
      double sum = before[s].b[i];
      for (int j = 0; j < N; j++)
        sum -= before[s].a[i][j] * systems[s].b[j];
      residual = std::fmax(residual, std::fabs(sum));
      total += systems[s].b[i];
    }
  std::printf("%s %d %.10g\n", residual < 1e-10 ? "ok" : "wrong", N, total);
  return residual < 1e-10;
}

int main(int argc, char **argv) {
  int count = argc > 1 ? std::atoi(argv[1]) : 60000;
  bool right = run<4>(count);
  right = run<6>(count) && right;
  return right ? 0 : 1;
}
