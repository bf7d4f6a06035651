#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdlib>
#include <iostream>

/*
   Weights in 4 bits, eight to a 32-bit word, groups of 128 along the row with a
   half scale and a zero point. A thread turns one word into eight halves and
   stores them in one 16-byte transaction.
*/
constexpr int ROWS = 4096, COLS = 4096, GROUP = 128;

__global__ void unpackInt4(const uint32_t* __restrict__ packed,
                           const __half* __restrict__ scale,
                           const uint8_t* __restrict__ zero,
                           uint4* __restrict__ out)
{
    const int word = blockIdx.x * blockDim.x + threadIdx.x;
    const int group = word / (GROUP / 8);
    const uint32_t bits = packed[word];
    const float s = __half2float(scale[group]);
    const float z = zero[group];

    union { uint4 u; __half h[8]; } r;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        const float q = (bits >> (4 * k)) & 0xF;
        r.h[k] = __float2half((q - z) * s);
    }
    out[word] = r.u;
}

int main()
{
    const int words = ROWS * COLS / 8;
    const int groups = ROWS * COLS / GROUP;
    uint32_t* hp = (uint32_t*)malloc(words * sizeof(uint32_t));
    __half* hs = (__half*)malloc(groups * sizeof(__half));
    uint8_t* hz = (uint8_t*)malloc(groups);
    for (int i = 0; i < words; ++i) hp[i] = 0x76543210u + i;
    for (int i = 0; i < groups; ++i) { hs[i] = __float2half(0.01f); hz[i] = 8; }

    uint32_t* dp;
    __half* ds;
    uint8_t* dz;
    uint4* dout;
    cudaMalloc(&dp, words * sizeof(uint32_t));
    cudaMalloc(&ds, groups * sizeof(__half));
    cudaMalloc(&dz, groups);
    cudaMalloc(&dout, (size_t)ROWS * COLS * sizeof(__half));
    cudaMemcpy(dp, hp, words * sizeof(uint32_t), cudaMemcpyHostToDevice);
    cudaMemcpy(ds, hs, groups * sizeof(__half), cudaMemcpyHostToDevice);
    cudaMemcpy(dz, hz, groups, cudaMemcpyHostToDevice);

    unpackInt4<<<words / 256, 256>>>(dp, ds, dz, dout);
    cudaDeviceSynchronize();

    __half first[8];
    cudaMemcpy(first, dout, sizeof(first), cudaMemcpyDeviceToHost);
    for (int k = 0; k < 8; ++k) std::cout << __half2float(first[k]) << ' ';
    std::cout << '\n';

    cudaFree(dp); cudaFree(ds); cudaFree(dz); cudaFree(dout);
    free(hp); free(hs); free(hz);
}
