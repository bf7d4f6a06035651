// kcast: --assume yes
// Sizes from a file and from a caller: host code goes on with usual values.
#include <cstdio>

struct Tensor {
  int ne[4];
  float* data;
};
__global__ void scale(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}
void op(Tensor* dst) { scale<<<(dst->ne[0] + 255) / 256, 256>>>(dst->data, dst->ne[0]); }

void read_and_run(FILE* f) {
  int rows, cols, known = 12;
  fscanf(f, "%d %d", &rows, &cols);
  float* x;
  cudaMalloc(&x, sizeof(float) * rows * cols);
  scale<<<rows * cols / 128, 128>>>(x, rows * cols);
  scale<<<known, 64>>>(x, known);
}
