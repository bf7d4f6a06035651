#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define M 512
#define N 512
#define K 512
#define TILE 32
#define KP (K / 4)          /* packed words along k */

/* C = A * B^T with A [M][K], B [N][K], signed bytes packed four to an int */
__global__ void gemm_s8(const int *A, const int *B, int *C)
{
  __shared__ int As[TILE][TILE + 1];
  __shared__ int Bs[TILE][TILE + 1];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;
  int sum = 0;

  for (int k0 = 0; k0 < KP; k0 += TILE)
  {
    As[ty][tx] = A[row * KP + k0 + tx];
    Bs[ty][tx] = B[(blockIdx.x * TILE + ty) * KP + k0 + tx];
    __syncthreads();

    #pragma unroll
    for (int k = 0; k < TILE; k++)
      sum = __dp4a(As[ty][k], Bs[tx][k], sum);
    __syncthreads();
  }
  C[row * N + col] = sum;
}

int main()
{
  signed char *a = (signed char *)malloc(M * K);
  signed char *b = (signed char *)malloc(N * K);
  int *c = (int *)malloc(M * N * sizeof(int));
  int i, k, errors = 0;

  for (i = 0; i < M * K; i++) a[i] = (signed char)(i % 21 - 10);
  for (i = 0; i < N * K; i++) b[i] = (signed char)(i % 13 - 6);

  int *da, *db, *dc;
  cudaMalloc((void **)&da, M * K);
  cudaMalloc((void **)&db, N * K);
  cudaMalloc((void **)&dc, M * N * sizeof(int));
  cudaMemcpy(da, a, M * K, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, N * K, cudaMemcpyHostToDevice);

  gemm_s8<<<dim3(N / TILE, M / TILE), dim3(TILE, TILE)>>>(da, db, dc);

  cudaMemcpy(c, dc, M * N * sizeof(int), cudaMemcpyDeviceToHost);
  for (i = 0; i < M; i += 37)
  {
    int want = 0;
    for (k = 0; k < K; k++) want += a[i * K + k] * b[i * K + k];
    if (want != c[i * N + i]) errors++;
  }
  printf("%s\n", errors ? "FAILED" : "passed");
  cudaFree(da); cudaFree(db); cudaFree(dc);
  free(a); free(b); free(c);
  return errors;
}
