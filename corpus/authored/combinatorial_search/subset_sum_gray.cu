/* Two-way number partitioning of 26 numbers: all 2^26 subsets, each thread walks 2^10 of them in
   Gray code order, so that a step adds or removes a single number. */
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define ITEMS 26
#define LOW 10
#define THREADS_TOTAL (1 << (ITEMS - LOW))

__constant__ int value[ITEMS];

__global__ void partition(int half, unsigned long long *best)
{
  unsigned prefix = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int b = 0; b < ITEMS - LOW; b++)
    if (prefix >> b & 1) sum += value[LOW + b];

  unsigned low = 0, bestLow = 0;
  int bestGap = abs(sum - half);
  for (unsigned k = 1; k < (1u << LOW); k++) {
    int bit = __ffs(k) - 1;
    low ^= 1u << bit;
    sum += (low >> bit & 1) ? value[bit] : -value[bit];
    int gap = abs(sum - half);
    if (gap < bestGap) {
      bestGap = gap;
      bestLow = low;
    }
  }
  unsigned long long packed = ((unsigned long long)bestGap << 32) | (prefix << LOW) | bestLow;
  atomicMin(best, packed);
}

int main()
{
  int v[ITEMS], total = 0;
  for (int i = 0; i < ITEMS; i++) {
    v[i] = 1000 + (i * i * 7919 + i * 104729) % 90000;
    total += v[i];
  }
  cudaMemcpyToSymbol(value, v, sizeof(v));

  unsigned long long *d_best, best;
  cudaMalloc(&d_best, sizeof(best));
  cudaMemset(d_best, 0xff, sizeof(best));
  partition<<<THREADS_TOTAL / 128, 128>>>(total / 2, d_best);
  cudaMemcpy(&best, d_best, sizeof(best), cudaMemcpyDeviceToHost);

  printf("gap %d, subset {", (int)(best >> 32));
  for (int i = 0; i < ITEMS; i++)
    if ((unsigned)best >> i & 1) printf(" %d", v[i]);
  printf(" }\n");
  return 0;
}
