#include <cuda_runtime.h>
#include <array>
#include <cstdint>
#include <iostream>
#include <vector>

struct SalsaState { uint32_t word[16]; };

#define QR(a, b, c, d)                         \
  b ^= __funnelshift_l(a + d, a + d, 7);       \
  c ^= __funnelshift_l(b + a, b + a, 9);       \
  d ^= __funnelshift_l(c + b, c + b, 13);      \
  a ^= __funnelshift_l(d + c, d + c, 18)

__global__ void salsa20(SalsaState init, uint32_t* __restrict__ stream, int blocks)
{
  const int counter = blockIdx.x * blockDim.x + threadIdx.x;
  if (counter >= blocks) return;

  uint32_t x[16];
#pragma unroll
  for (int i = 0; i < 16; ++i) x[i] = init.word[i];
  x[8] = counter;

  for (int round = 0; round < 10; ++round) {
    QR(x[0], x[4], x[8], x[12]);
    QR(x[5], x[9], x[13], x[1]);
    QR(x[10], x[14], x[2], x[6]);
    QR(x[15], x[3], x[7], x[11]);
    QR(x[0], x[1], x[2], x[3]);
    QR(x[5], x[6], x[7], x[4]);
    QR(x[10], x[11], x[8], x[9]);
    QR(x[15], x[12], x[13], x[14]);
  }

  uint32_t* dst = stream + (size_t)counter * 16;
#pragma unroll
  for (int i = 0; i < 16; ++i)
    dst[i] = x[i] + (i == 8 ? (uint32_t)counter : init.word[i]);
}

int main()
{
  constexpr int blocks = 1 << 18;      // 16 MB of key stream
  SalsaState s = {{0x61707865u, 0x03020100u, 0x07060504u, 0x0b0a0908u,
                   0x0f0e0d0cu, 0x3320646eu, 0x01040103u, 0x06020905u,
                   0u, 0u, 0x79622d32u, 0x13121110u,
                   0x17161514u, 0x1b1a1918u, 0x1f1e1d1cu, 0x6b206574u}};
  uint32_t* dStream = nullptr;
  if (cudaMalloc(&dStream, (size_t)blocks * 64) != cudaSuccess) return 1;

  salsa20<<<blocks / 256, 256>>>(s, dStream, blocks);

  std::vector<uint32_t> ks((size_t)blocks * 16);
  cudaMemcpy(ks.data(), dStream, ks.size() * 4, cudaMemcpyDeviceToHost);
  std::array<size_t, 32> ones{};
  for (uint32_t w : ks)
    for (int b = 0; b < 32; ++b) ones[b] += (w >> b) & 1;
  for (size_t o : ones) std::cout << double(o) / ks.size() << ' ';
  std::cout << std::endl;
  cudaFree(dStream);
}
