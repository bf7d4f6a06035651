#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

typedef unsigned long long u64;

// Greedy token of each sequence. Value and index are packed into one 64-bit key,
// so that a maximum of keys is an argmax; ties go to the smaller index.
__device__ u64 makeKey(float v, unsigned idx)
{
  unsigned b = __float_as_uint(v);
  b = (b & 0x80000000u) ? ~b : b | 0x80000000u;
  return ((u64)b << 32) | (0xffffffffu - idx);
}

__global__ void argmaxToken(const float* logits, int vocab, float invTemp, int* token, float* top)
{
  __shared__ u64 key[1024];
  const float* row = logits + (size_t)blockIdx.x * vocab;

  u64 best = 0;
  for (int i = threadIdx.x; i < vocab; i += blockDim.x) {
    u64 k = makeKey(row[i] * invTemp, i);
    if (k > best) best = k;
  }
  key[threadIdx.x] = best;
  __syncthreads();

  for (int s = 512; s > 0; s >>= 1) {
    if (threadIdx.x < s && key[threadIdx.x + s] > key[threadIdx.x])
      key[threadIdx.x] = key[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    unsigned idx = 0xffffffffu - (unsigned)(key[0] & 0xffffffffull);
    token[blockIdx.x] = (int)idx;
    top[blockIdx.x] = row[idx] * invTemp;
  }
}

int main()
{
  const int seqs = 32, vocab = 50257;
  float* logits = (float*)malloc(sizeof(float) * seqs * vocab);
  for (int i = 0; i < seqs * vocab; ++i) logits[i] = (rand() % 10000) * 0.0015f - 10.0f;
  for (int s = 0; s < seqs; ++s) logits[s * vocab + 1000 * s + 7] = 20.0f;

  float *dLogits, *dTop;
  int* dToken;
  cudaMalloc(&dLogits, sizeof(float) * seqs * vocab);
  cudaMalloc(&dTop, sizeof(float) * seqs);
  cudaMalloc(&dToken, sizeof(int) * seqs);
  cudaMemcpy(dLogits, logits, sizeof(float) * seqs * vocab, cudaMemcpyHostToDevice);

  argmaxToken<<<seqs, 1024>>>(dLogits, vocab, 1.0f / 0.7f, dToken, dTop);

  int token[32], wrong = 0;
  cudaMemcpy(token, dToken, sizeof(token), cudaMemcpyDeviceToHost);
  for (int s = 0; s < seqs; ++s) wrong += token[s] != 1000 * s + 7;
  printf("%d wrong tokens\n", wrong);

  cudaFree(dLogits);
  cudaFree(dTop);
  cudaFree(dToken);
  free(logits);
  return wrong;
}
