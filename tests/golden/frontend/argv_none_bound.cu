// kcast: -D n=1000 -D v=7
// The same kind of program; -D gives the variables their values.
#include <cstdio>
#include <cstdlib>

__global__ void fill(int* p, int n, int v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = v;
}

int main(int argc, char* argv[]) {
  if (argc != 3) {
    printf("Usage: %s <elements> <value>\n", argv[0]);
    return 1;
  }
  const int n = atoi(argv[1]);
  const int v = atoi(argv[2]);
  int* p;
  cudaMalloc(&p, sizeof(int) * n);
  fill<<<(n + 127) / 128, 128>>>(p, n, v);
  cudaFree(p);
}
