// Two results of different types.
#include <cstdlib>

void extremes(int n, const float *x, float &low, int &count) {
#pragma omp target teams distribute parallel for reduction(min : low) reduction(+ : count) map(to : x[0 : n])
  for (int i = 0; i < n; i++) {
    if (x[i] < low) low = x[i];
    count += x[i] > 0;
  }
}

int main() {
  float *x = (float *)malloc(4000000);
  float low = 1;
  int count = 0;
  extremes(1000000, x, low, count);
}
