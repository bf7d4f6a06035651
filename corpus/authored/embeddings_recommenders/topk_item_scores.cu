#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define TOPK 8
#define LATENT 16
#define CHUNK 100

// Best items of every user. The user's vector and the sorted list of the best
// eight live in registers, item vectors are staged in shared memory.
__global__ void recommend(const float* __restrict__ U, const float* __restrict__ I,
                          int* __restrict__ topItem, float* __restrict__ topScore,
                          int nUsers, int nItems)
{
  __shared__ float items[CHUNK * LATENT];
  int u = blockIdx.x * blockDim.x + threadIdx.x;
  bool active = u < nUsers;

  float vec[LATENT];
#pragma unroll
  for (int k = 0; k < LATENT; k++) vec[k] = active ? U[u * LATENT + k] : 0.f;

  float best[TOPK];
  int who[TOPK];
#pragma unroll
  for (int k = 0; k < TOPK; k++) { best[k] = -1e30f; who[k] = -1; }

  for (int base = 0; base < nItems; base += CHUNK) {
    __syncthreads();
    for (int e = threadIdx.x; e < CHUNK * LATENT; e += blockDim.x)
      items[e] = I[base * LATENT + e];
    __syncthreads();

    for (int j = 0; j < CHUNK; j++) {
      float s = 0.f;
#pragma unroll
      for (int k = 0; k < LATENT; k++) s += vec[k] * items[j * LATENT + k];
      if (s > best[TOPK - 1]) {
        best[TOPK - 1] = s;
        who[TOPK - 1] = base + j;
#pragma unroll
        for (int k = TOPK - 1; k > 0; k--) {
          if (best[k] > best[k - 1]) {
            float tf = best[k]; best[k] = best[k - 1]; best[k - 1] = tf;
            int ti = who[k]; who[k] = who[k - 1]; who[k - 1] = ti;
          }
        }
      }
    }
  }

  if (active) {
#pragma unroll
    for (int k = 0; k < TOPK; k++) {
      topItem[k * nUsers + u] = who[k];
      topScore[k * nUsers + u] = best[k];
    }
  }
}

int main()
{
  const int nUsers = 30000, nItems = 2000;
  float* hu = new float[nUsers * LATENT];
  float* hi = new float[nItems * LATENT];
  for (int i = 0; i < nUsers * LATENT; i++) hu[i] = rand() / (float)RAND_MAX - 0.5f;
  for (int i = 0; i < nItems * LATENT; i++) hi[i] = rand() / (float)RAND_MAX - 0.5f;

  float *du, *di, *ds;
  int* dw;
  cudaMalloc(&du, nUsers * LATENT * sizeof(float));
  cudaMalloc(&di, nItems * LATENT * sizeof(float));
  cudaMalloc(&ds, nUsers * TOPK * sizeof(float));
  cudaMalloc(&dw, nUsers * TOPK * sizeof(int));
  cudaMemcpy(du, hu, nUsers * LATENT * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(di, hi, nItems * LATENT * sizeof(float), cudaMemcpyHostToDevice);

  recommend<<<(nUsers + 127) / 128, 128>>>(du, di, dw, ds, nUsers, nItems);

  int* w = new int[nUsers * TOPK];
  cudaMemcpy(w, dw, nUsers * TOPK * sizeof(int), cudaMemcpyDeviceToHost);
  printf("user 0:");
  for (int k = 0; k < TOPK; k++) printf(" %d", w[k * nUsers]);
  printf("\n");
  cudaFree(du); cudaFree(di); cudaFree(ds); cudaFree(dw);
  delete[] hu; delete[] hi; delete[] w;
  return 0;
}
