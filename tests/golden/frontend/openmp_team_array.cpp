// An array of the team, as CUDA's shared memory: the program counts on 256 threads.
#include <omp.h>

#include <cstdlib>

void reverse(int n, const int *in, int *out) {
#pragma omp target teams num_teams(n / 256) thread_limit(256) map(to : in[0 : n]) map(from : out[0 : n])
  {
    int tile[256];
#pragma omp parallel
    {
      int l = omp_get_thread_num(), g = omp_get_team_num() * 256 + l;
      tile[l] = in[g];
#pragma omp barrier
      out[g] = tile[255 - l];
    }
  }
}

int main() {
  int n = 1 << 20;
  reverse(n, (int *)malloc(n * 4), (int *)malloc(n * 4));
}
