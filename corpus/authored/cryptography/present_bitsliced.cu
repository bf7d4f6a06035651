/*
 * Bitsliced PRESENT-like cipher: 32 independent 64-bit blocks live in 64 registers,
 * one register per bit position. S-box as boolean formulas, bit permutation for free
 * (register renaming).
 */
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define ROUNDS 31

__device__ __forceinline__ void sbox(unsigned &x0, unsigned &x1, unsigned &x2, unsigned &x3)
{
    unsigned t1 = x1 ^ x2;
    unsigned t2 = x2 & t1;
    unsigned t3 = x3 ^ t2;
    unsigned y0 = x0 ^ t3;
    t2 = t1 & t3;
    t1 ^= y0;
    t2 ^= x2;
    unsigned t4 = x0 | t2;
    unsigned y1 = t1 ^ t4;
    t2 ^= ~x0;
    unsigned y3 = y1 ^ t2;
    t2 |= t1;
    unsigned y2 = t3 ^ t2;
    x0 = y0; x1 = y1; x2 = y2; x3 = y3;
}

__global__ void __launch_bounds__(128) encrypt(const unsigned *__restrict__ in, unsigned *__restrict__ out,
                                               const unsigned *__restrict__ roundKeys, int groups)
{
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g >= groups) return;

    unsigned s[64], p[64];
#pragma unroll
    for (int b = 0; b < 64; ++b) s[b] = in[b * groups + g];

    for (int r = 0; r < ROUNDS; ++r) {
#pragma unroll
        for (int b = 0; b < 64; ++b) s[b] ^= roundKeys[r * 64 + b];
#pragma unroll
        for (int n = 0; n < 16; ++n) sbox(s[4 * n], s[4 * n + 1], s[4 * n + 2], s[4 * n + 3]);
#pragma unroll
        for (int b = 0; b < 64; ++b) p[b == 63 ? 63 : (16 * b) % 63] = s[b];
#pragma unroll
        for (int b = 0; b < 64; ++b) s[b] = p[b];
    }
#pragma unroll
    for (int b = 0; b < 64; ++b) out[b * groups + g] = s[b] ^ roundKeys[ROUNDS * 64 + b];
}

int main()
{
    const int groups = 16384;                      // 524288 blocks of 8 bytes
    const size_t words = (size_t)groups * 64;
    unsigned *state = (unsigned *)malloc(words * sizeof(unsigned));
    unsigned keys[(ROUNDS + 1) * 64];
    for (size_t i = 0; i < words; ++i) state[i] = (unsigned)(i * 0x01000193u) ^ 0x811c9dc5u;
    for (int i = 0; i < (ROUNDS + 1) * 64; ++i) keys[i] = (i * 37 % 11 > 5) ? 0xffffffffu : 0u;

    unsigned *dIn, *dOut, *dKeys;
    cudaMalloc(&dIn, words * sizeof(unsigned));
    cudaMalloc(&dOut, words * sizeof(unsigned));
    cudaMalloc(&dKeys, sizeof(keys));
    cudaMemcpy(dIn, state, words * sizeof(unsigned), cudaMemcpyHostToDevice);
    cudaMemcpy(dKeys, keys, sizeof(keys), cudaMemcpyHostToDevice);

    encrypt<<<groups / 128, 128>>>(dIn, dOut, dKeys, groups);

    cudaMemcpy(state, dOut, words * sizeof(unsigned), cudaMemcpyDeviceToHost);
    unsigned x = 0;
    for (size_t i = 0; i < words; ++i) x ^= state[i];
    printf("xor of all planes: %08x\n", x);
    free(state);
    return 0;
}
