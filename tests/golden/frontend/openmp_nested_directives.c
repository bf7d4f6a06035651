// The same as one directive: target, teams, distribute and parallel for apart.
#include <stdlib.h>

void work(int n, float *y) {
#pragma omp target map(tofrom : y[0 : n])
#pragma omp teams num_teams(100) thread_limit(64)
#pragma omp distribute parallel for
  for (int i = 0; i < n; i++) y[i] += 1;
}

int main(void) {
  float *y = calloc(5000, 4);
  work(5000, y);
}
