// Host code with errors: the kernel is sound, and what main can say is still said.
#include <cstdio>

__global__ void twice(int* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] *= 2;
}

void report(int* v) {
  Logger log("twice");
  log.write(v[0])
}

int main() {
  int n = 640;
  int* v;
  cudaMalloc(&v, n * sizeof(int));
  twice<<<n / 64, 64>>>(v, n);
  report(v);
}
