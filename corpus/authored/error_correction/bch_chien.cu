#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

/* Chien search in GF(2^10) (x^10 + x^3 + 1): which of the 1023 positions are roots of
   lambda(x) = 1 + l1 x + l2 x^2 + l3 x^3 + l4 x^4.  One block per locator polynomial. */

#define M 10
#define Q1 1023          /* group order */

__device__ __forceinline__ int gfmul_pow(int logc, int k, int i, const unsigned short *ex)
{
  /* c * alpha^(i*k), c given by its logarithm, -1 for zero */
  return logc < 0 ? 0 : ex[(logc + i * k) % Q1];
}

__global__ void chien(const short *loglambda, const unsigned short *gexp, unsigned *rootmask, int *nroots)
{
  __shared__ unsigned short ex[Q1 + 1];
  __shared__ int count;
  for (int i = threadIdx.x; i < Q1; i += blockDim.x) ex[i] = gexp[i];
  if (threadIdx.x == 0) count = 0;
  int l1 = loglambda[blockIdx.x * 4 + 0];
  int l2 = loglambda[blockIdx.x * 4 + 1];
  int l3 = loglambda[blockIdx.x * 4 + 2];
  int l4 = loglambda[blockIdx.x * 4 + 3];
  __syncthreads();

#pragma unroll
  for (int pass = 0; pass < 4; pass++) {
    int i = pass * 256 + threadIdx.x;
    int v = 1 ^ gfmul_pow(l1, 1, i, ex) ^ gfmul_pow(l2, 2, i, ex) ^ gfmul_pow(l3, 3, i, ex) ^ gfmul_pow(l4, 4, i, ex);
    unsigned mask = __ballot_sync(0xffffffffu, v == 0 && i < Q1);
    if ((threadIdx.x & 31) == 0) {
      rootmask[blockIdx.x * 32 + pass * 8 + threadIdx.x / 32] = mask;
      if (mask) atomicAdd(&count, __popc(mask));
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) nroots[blockIdx.x] = count;
}

int main(void)
{
  const int polys = 6000;
  unsigned short gexp[Q1 + 1];
  int x = 1;
  for (int i = 0; i <= Q1; i++) {
    gexp[i] = (unsigned short)x;
    x <<= 1;
    if (x & (1 << M)) x ^= 0x409;
  }
  short *lam = (short *)malloc(polys * 4 * sizeof(short));
  for (int i = 0; i < polys * 4; i++) lam[i] = (short)((i * 7919 + i / 4) % 1023);

  short *d_lam;
  unsigned short *d_exp;
  unsigned *d_mask;
  int *d_roots, *roots = (int *)malloc(polys * sizeof(int));
  cudaMalloc(&d_lam, polys * 4 * sizeof(short));
  cudaMalloc(&d_exp, sizeof(gexp));
  cudaMalloc(&d_mask, polys * 32 * sizeof(unsigned));
  cudaMalloc(&d_roots, polys * sizeof(int));
  cudaMemcpy(d_lam, lam, polys * 4 * sizeof(short), cudaMemcpyHostToDevice);
  cudaMemcpy(d_exp, gexp, sizeof(gexp), cudaMemcpyHostToDevice);
  chien<<<polys, 256>>>(d_lam, d_exp, d_mask, d_roots);
  cudaMemcpy(roots, d_roots, polys * sizeof(int), cudaMemcpyDeviceToHost);

  int hist[5] = {0};
  for (int p = 0; p < polys; p++) hist[roots[p]]++;
  for (int k = 0; k <= 4; k++) printf("%d polynomials with %d roots\n", hist[k], k);
  return 0;
}
