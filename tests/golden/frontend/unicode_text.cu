// Größe, 数, ключ: names and texts beyond ASCII. PTX has no such names for kernels.
#include <cstdio>

__global__ void verdoppeln(float* größen, int anzahl) {
  int i = threadIdx.x;
  if (i < anzahl) größen[i] *= 2.0f;  // für alle
}

__global__ void größe(float* v) { *v = 1.0f; }

int main() {
  const char* text = "数値計算 ✓";
  float* daten;
  cudaMalloc(&daten, 40);
  verdoppeln<<<1, 32>>>(daten, 10);
  größe<<<1, 1>>>(daten);
  std::printf("%s\n", text);
}
