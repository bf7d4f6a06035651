#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// Independent RC4 streams, one per thread. The permutation of stream t is column t of a
// [256][THREADS] byte array in shared memory.
const int THREADS = 64;
const int OUTPUT = 256;

__global__ void rc4(const unsigned char *keys, int keyLen, unsigned char *out)
{
  __shared__ unsigned char S[256][THREADS];
  int t = threadIdx.x;
  int stream = blockIdx.x * THREADS + t;

  for (int i = 0; i < 256; i++) S[i][t] = i;
  int j = 0;
  for (int i = 0; i < 256; i++) {
    j = (j + S[i][t] + keys[stream * keyLen + i % keyLen]) & 255;
    unsigned char tmp = S[i][t];
    S[i][t] = S[j][t];
    S[j][t] = tmp;
  }

  int i = 0;
  j = 0;
  for (int k = 0; k < OUTPUT; k++) {
    i = (i + 1) & 255;
    unsigned char a = S[i][t];
    j = (j + a) & 255;
    unsigned char b = S[j][t];
    S[i][t] = b;
    S[j][t] = a;
    out[k * (gridDim.x * THREADS) + stream] = S[(a + b) & 255][t];
  }
}

int main()
{
  const int streams = 32768, keyLen = 16;
  std::vector<unsigned char> keys(streams * keyLen);
  for (int i = 0; i < streams * keyLen; i++) keys[i] = (i * 131 + (i >> 4)) & 255;

  unsigned char *dKeys, *dOut;
  cudaMalloc(&dKeys, keys.size());
  cudaMalloc(&dOut, streams * OUTPUT);
  cudaMemcpy(dKeys, keys.data(), keys.size(), cudaMemcpyHostToDevice);

  rc4<<<streams / THREADS, THREADS>>>(dKeys, keyLen, dOut);

  std::vector<unsigned char> out(streams * OUTPUT);
  cudaMemcpy(out.data(), dOut, out.size(), cudaMemcpyDeviceToHost);
  // second byte of RC4 is biased towards zero, a nice sanity check
  int zeros = 0;
  for (int s = 0; s < streams; s++) zeros += out[streams + s] == 0;
  printf("second byte zero in %d of %d streams (1/128 expected: %d)\n", zeros, streams, streams / 128);
  return 0;
}
