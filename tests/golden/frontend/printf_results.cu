// ptx: rcp div pmevent
// What is printed is computed, although nothing else needs it.
#include <cstdio>

__global__ void pi(int terms) {
  float sum = 0, sign = 1;
  for (int n = 0; n < terms; ++n, sign = -sign)
    sum += 4 * sign / (2 * n + 1);
  const char* name = "pi";
  printf("%s of thread %u is about %f, %d terms\n", name, threadIdx.x, sum, terms);
}

int main() {
  pi<<<1, 32>>>(100000);
  cudaDeviceSynchronize();
}
