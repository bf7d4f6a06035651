#include <stdio.h>
#include <stdlib.h>

#define READS 500000
#define LEN 100

// 3' trimming: argmax over x of sum_{i=x..end} (cutoff - q_i), going from the right
__global__ void trim(const char *qual, int *keep, int cutoff)
{
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < READS) {
    int sum = 0, best = 0, cut = LEN;
    for (int i = LEN - 1; i >= 0; i--) {
      int q = qual[r * LEN + i] - 33;
      sum += cutoff - q;
      if (sum < 0) break;
      if (sum > best) { best = sum; cut = i; }
    }
    keep[r] = cut;
  }
}

int main()
{
  char *qual = (char *)malloc(READS * LEN);
  int *keep = (int *)malloc(READS * sizeof(int));
  for (int r = 0; r < READS; r++)
    for (int i = 0; i < LEN; i++) {
      int q = 40 - i * (1 + r % 4) / 10 - rand() % 6;
      qual[r * LEN + i] = (char)(33 + (q < 2 ? 2 : q));
    }

  char *dq; int *dk;
  cudaMalloc((void**)&dq, READS * LEN);
  cudaMalloc((void**)&dk, READS * sizeof(int));
  cudaMemcpy(dq, qual, READS * LEN, cudaMemcpyHostToDevice);

  trim<<<(READS + 127) / 128, 128>>>(dq, dk, 20);

  cudaMemcpy(keep, dk, READS * sizeof(int), cudaMemcpyDeviceToHost);
  long total = 0;
  for (int r = 0; r < READS; r++) total += keep[r];
  printf("mean length after trimming %.2f\n", (double)total / READS);
  cudaFree(dq); cudaFree(dk);
  free(qual); free(keep);
  return 0;
}
