// ptx: trap call
// printf and assert cost nothing here.
#include <assert.h>
#include <stdio.h>

__global__ void checked(const int* p, int* q, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  assert(n > 0);
  if (i == 0) printf("block %d of %d, n = %d\n", blockIdx.x, gridDim.x, n);
  if (i < n) q[i] = p[i] + 1;
  assert(q[i] > 0 && "must be positive");
}

int main(void) {
  int *p, *q;
  cudaMalloc((void**)&p, 100 * sizeof(int));
  cudaMalloc((void**)&q, 100 * sizeof(int));
  checked<<<4, 25>>>(p, q, 100);
  printf("done\n");
  assert(cudaDeviceSynchronize() == cudaSuccess);
  return 0;
}
