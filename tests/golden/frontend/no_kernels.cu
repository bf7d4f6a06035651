#include <cstdio>
int square(int x) { return x * x; }
__device__ int unused_helper(int x) { return x + 1; }
int main() {
  printf("%d\n", square(4));
  return 0;
}
