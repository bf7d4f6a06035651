#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

// CRC-32 (IEEE) of fixed-size packets by slicing-by-4. The four tables (4 KB) live in shared
// memory; packets are stored word-interleaved so that loads of a warp coalesce.
constexpr int PACKET_WORDS = 64;
constexpr int PACKETS = 1 << 16;

__global__ void crcPackets(const uint32_t* __restrict__ words, const uint32_t* __restrict__ tables,
                           uint32_t* __restrict__ crc)
{
  __shared__ uint32_t T[4][256];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) T[i >> 8][i & 255] = tables[i];
  __syncthreads();

  const int p = blockIdx.x * blockDim.x + threadIdx.x;
  uint32_t c = ~0u;
#pragma unroll 8
  for (int w = 0; w < PACKET_WORDS; ++w) {
    c ^= words[w * PACKETS + p];
    c = T[3][c & 255] ^ T[2][(c >> 8) & 255] ^ T[1][(c >> 16) & 255] ^ T[0][c >> 24];
  }
  crc[p] = ~c;
}

int main()
{
  std::vector<uint32_t> tables(1024);
  for (int i = 0; i < 256; ++i) {
    uint32_t c = i;
    for (int k = 0; k < 8; ++k) c = (c >> 1) ^ ((c & 1) ? 0xEDB88320u : 0u);
    tables[i] = c;
  }
  for (int t = 1; t < 4; ++t)
    for (int i = 0; i < 256; ++i)
      tables[t * 256 + i] = (tables[(t - 1) * 256 + i] >> 8) ^ tables[tables[(t - 1) * 256 + i] & 255];

  std::vector<uint32_t> words(PACKET_WORDS * PACKETS);
  for (size_t i = 0; i < words.size(); ++i) words[i] = (uint32_t)i * 22695477u + 1u;

  uint32_t *dWords, *dTables, *dCrc;
  cudaMalloc(&dWords, words.size() * 4);
  cudaMalloc(&dTables, 4096);
  cudaMalloc(&dCrc, PACKETS * 4);
  cudaMemcpy(dWords, words.data(), words.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dTables, tables.data(), 4096, cudaMemcpyHostToDevice);

  crcPackets<<<PACKETS / 256, 256>>>(dWords, dTables, dCrc);

  uint32_t got;
  cudaMemcpy(&got, dCrc, 4, cudaMemcpyDeviceToHost);
  uint32_t c = ~0u;
  for (int w = 0; w < PACKET_WORDS; ++w)
    for (int b = 0; b < 4; ++b)
      c = (c >> 8) ^ tables[(c ^ (words[(size_t)w * PACKETS] >> (8 * b))) & 255];
  printf("%08x %s\n", got, got == ~c ? "ok" : "differs");
  return got != ~c;
}
