// Without --argv the program only prints its usage: it is read as if it had arguments.
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
