#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

/* Predicted ratings at the observed (user, item) pairs of a factor model:
   r_e = U[user_e] . V[item_e], rank 64. Sixteen threads share a pair, each
   takes one float4 of both factors. */

#define RANK 64
#define LANES (RANK / 4)

__global__ void predict_ratings(const int *user, const int *item, int nPairs, const float4 *U, const float4 *V,
                                float *rating)
{
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int e = t / LANES;
  int k = t % LANES;
  if (e >= nPairs) return;

  float4 u = U[user[e] * LANES + k];
  float4 v = V[item[e] * LANES + k];
  float s = u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;

  unsigned group = 0xffffu << (threadIdx.x & 16);
  s += __shfl_xor_sync(group, s, 8, 16);
  s += __shfl_xor_sync(group, s, 4, 16);
  s += __shfl_xor_sync(group, s, 2, 16);
  s += __shfl_xor_sync(group, s, 1, 16);
  if (k == 0) rating[e] = s;
}

int main()
{
  const int users = 30000, items = 8000, nPairs = 400000;
  int *user = (int *)malloc(nPairs * sizeof(int));
  int *item = (int *)malloc(nPairs * sizeof(int));
  float *U = (float *)malloc(users * RANK * sizeof(float));
  float *V = (float *)malloc(items * RANK * sizeof(float));
  for (int e = 0; e < nPairs; ++e) {
    user[e] = rand() % users;
    item[e] = rand() % items;
  }
  for (int i = 0; i < users * RANK; ++i) U[i] = 0.1f;
  for (int i = 0; i < items * RANK; ++i) V[i] = 0.01f * (i % RANK);

  int *dUser, *dItem;
  float *dU, *dV, *dR;
  cudaMalloc(&dUser, nPairs * sizeof(int));
  cudaMalloc(&dItem, nPairs * sizeof(int));
  cudaMalloc(&dU, users * RANK * sizeof(float));
  cudaMalloc(&dV, items * RANK * sizeof(float));
  cudaMalloc(&dR, nPairs * sizeof(float));
  cudaMemcpy(dUser, user, nPairs * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dItem, item, nPairs * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dU, U, users * RANK * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(dV, V, items * RANK * sizeof(float), cudaMemcpyHostToDevice);

  predict_ratings<<<(nPairs * LANES + 127) / 128, 128>>>(dUser, dItem, nPairs, (float4 *)dU,
                                                         (float4 *)dV, dR);

  float r0;
  cudaMemcpy(&r0, dR, sizeof(float), cudaMemcpyDeviceToHost);
  printf("rating 0: %f (all should be 2.016)\n", r0);
  cudaFree(dUser); cudaFree(dItem); cudaFree(dU); cudaFree(dV); cudaFree(dR);
  free(user); free(item); free(U); free(V);
  return 0;
}
