#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>

// One compression of a 64-byte message whose word 3 is the nonce; looks for digests
// with at least `zeroBits` leading zeros.

__constant__ uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

__device__ __forceinline__ uint32_t ror(uint32_t x, int n) { return __funnelshift_r(x, x, n); }

__global__ void scanNonces(uint32_t seed, uint32_t firstNonce, int zeroBits, uint32_t* winner)
{
    const uint32_t nonce = firstNonce + blockIdx.x * blockDim.x + threadIdx.x;
    uint32_t w[16];
    #pragma unroll
    for (int i = 0; i < 16; ++i) w[i] = 0;
    w[0] = seed; w[1] = ~seed; w[2] = seed * 31u; w[3] = nonce;
    w[4] = 0x80000000u;
    w[15] = 128;

    uint32_t a = 0x6a09e667, b = 0xbb67ae85, c = 0x3c6ef372, d = 0xa54ff53a;
    uint32_t e = 0x510e527f, f = 0x9b05688c, g = 0x1f83d9ab, h = 0x5be0cd19;

    #pragma unroll
    for (int t = 0; t < 64; ++t) {
        if (t >= 16) {
            const uint32_t w15 = w[(t - 15) & 15], w2 = w[(t - 2) & 15];
            const uint32_t s0 = ror(w15, 7) ^ ror(w15, 18) ^ (w15 >> 3);
            const uint32_t s1 = ror(w2, 17) ^ ror(w2, 19) ^ (w2 >> 10);
            w[t & 15] += s0 + w[(t - 7) & 15] + s1;
        }
        const uint32_t t1 = h + (ror(e, 6) ^ ror(e, 11) ^ ror(e, 25)) + ((e & f) ^ (~e & g)) + K[t] + w[t & 15];
        const uint32_t t2 = (ror(a, 2) ^ ror(a, 13) ^ ror(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g; g = f; f = e; e = d + t1;
        d = c; c = b; b = a; a = t1 + t2;
    }
    if (__clz(a + 0x6a09e667) >= zeroBits) atomicMin(winner, nonce);
}

int main()
{
    const int nonces = 1 << 18;
    uint32_t* dWinner;
    cudaMalloc(&dWinner, sizeof(uint32_t));
    cudaMemset(dWinner, 0xff, sizeof(uint32_t));
    scanNonces<<<nonces / 128, 128>>>(0x1234567u, 0u, 16, dWinner);
    uint32_t winner;
    cudaMemcpy(&winner, dWinner, sizeof winner, cudaMemcpyDeviceToHost);
    if (winner == 0xffffffffu) std::puts("no nonce in range");
    else std::printf("lowest nonce: %u\n", winner);
    cudaFree(dWinner);
    return 0;
}
