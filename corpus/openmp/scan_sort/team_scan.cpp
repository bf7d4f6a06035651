// Prefix sums of rows: the threads of a team scan a row in shared memory by doubling strides.
#include <omp.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int kWidth = 256;

int main(int argc, char **argv) {
  int rows = argc > 1 ? std::atoi(argv[1]) : 20000;
  int n = rows * kWidth;
  std::vector<int> input(n), output(n);
  for (int i = 0; i < n; i++)
    input[i] = i % 19 - 5;
  const int *in = input.data();
  int *out = output.data();
#pragma omp target teams num_teams(rows) thread_limit(kWidth) map(to : in[0 : n]) \
    map(from : out[0 : n])
  {
    int value[2][kWidth];
#pragma omp parallel num_threads(kWidth)
    {
      int row = omp_get_team_num(), threads = omp_get_num_threads(), now = 0;
      // Fewer teams or threads than asked for take several rounds.
      for (; row < rows; row += omp_get_num_teams()) {
        for (int i = omp_get_thread_num(); i < kWidth; i += threads)
          value[now][i] = in[row * kWidth + i];
#pragma omp barrier
        for (int stride = 1; stride < kWidth; stride *= 2) {
          for (int i = omp_get_thread_num(); i < kWidth; i += threads)
            value[1 - now][i] = value[now][i] + (i >= stride ? value[now][i - stride] : 0);
          now = 1 - now;
#pragma omp barrier
        }
        for (int i = omp_get_thread_num(); i < kWidth; i += threads)
          out[row * kWidth + i] = value[now][i];
      }
    }
  }
  int wrong = 0;
  long sum = 0;
  for (int r = 0; r < rows; r++)
    for (int i = 0, expected = 0; i < kWidth; i++) {
      expected += input[r * kWidth + i];
      wrong += output[r * kWidth + i] != expected;
      sum += expected;
    }
  std::printf("%s %ld\n", wrong ? "wrong" : "ok", sum);
  return wrong != 0;
}
