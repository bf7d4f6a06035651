// kcast: -D rows=100 -D cols=30 -D steps=7
// The same, with every name bound.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>

__global__ void normalize(float* v, int rows, int cols) {
  int r = blockIdx.x;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) v[r * cols + c] *= 0.5f;
}

int main() {
  std::ifstream file("matrix.txt");
  int rows = 0, cols = 0;
  file >> rows >> cols;
  float* v;
  cudaMalloc(&v, sizeof(float) * rows * cols);
  normalize<<<rows, 256>>>(v, rows, cols);
  FILE* f = fopen("steps.txt", "r");
  int steps;
  if (fscanf(f, "%d", &steps) != 1) return 1;
  for (int i = 0; i < steps; i++) normalize<<<64, 128>>>(v, 64, 10);
}
