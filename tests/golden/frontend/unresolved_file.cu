// The size comes from a file: it is reported by name.
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
