// kcast: --assume yes
// A size that is drawn at random lies where the program draws it; a product of an assumed number
// does not overflow.
#include <cstdlib>

__global__ void scale(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}

void drawn() {
  int n = 1000 + rand() % 3001;
  float* x;
  cudaMalloc(&x, n * sizeof(float));
  scale<<<(n + 99) / 100, 100>>>(x, n);
}

void scaled(float* x, int count) {
  int rows = 1 << 22;
  scale<<<rows / 64, 64>>>(x, rows * count);
}
