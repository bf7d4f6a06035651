// The file ends in the middle of a loop header.
__global__ void first(float* p) { p[blockIdx.x] = 0.0f; }

__global__ void second(float* p, int n) {
  float sum = 0;
  for (int i = 0; i < n;
