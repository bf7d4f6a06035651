#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

// Entropy-coding statistics of quantised 8x8 blocks: a warp takes one block, each lane two
// coefficients in zigzag order. The non-zero mask comes from two ballots; the lane of every
// non-zero level finds its zero run from the mask and adds the code length.

__constant__ uint8_t zigzag[64];

__global__ void blockBits(const int16_t* __restrict__ levels, uint32_t* __restrict__ bits, int nBlocks)
{
    const int lane = threadIdx.x & 31;
    const int blk = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
    if (blk >= nBlocks) return;

    const int lo = levels[blk * 64 + zigzag[lane]];
    const int hi = levels[blk * 64 + zigzag[lane + 32]];
    const uint64_t mask = (uint64_t)__ballot_sync(0xffffffffu, hi != 0) << 32
                        | __ballot_sync(0xffffffffu, lo != 0);

    int cost = 0;
#pragma unroll
    for (int half = 0; half < 2; ++half) {
        const int v = half ? hi : lo;
        const int pos = lane + 32 * half;
        if (v != 0) {
            const uint64_t before = mask & ((1ull << pos) - 1);
            const int last = 63 - __clzll((long long)before);      // -1 if none
            const int run = pos - last - 1;
            const int size = 32 - __clz(abs(v));
            cost += size + 4 + 11 * (run / 16) + (run % 16 > 3 ? 5 : 2);
        }
    }
    for (int o = 16; o > 0; o >>= 1) cost += __shfl_down_sync(0xffffffffu, cost, o);
    if (lane == 0) bits[blk] = cost + 4;                            // end of block
}

int main()
{
    uint8_t zz[64];
    int k = 0;
    for (int s = 0; s < 15; ++s)                   // walk the anti-diagonals
        for (int i = 0; i <= s; ++i) {
            const int r = s % 2 ? i : s - i, c = s - r;
            if (r < 8 && c < 8) zz[k++] = (uint8_t)(r * 8 + c);
        }
    cudaMemcpyToSymbol(zigzag, zz, sizeof(zz));

    const int nBlocks = 32400;                     // a 1920x1080 luma plane
    std::vector<int16_t> levels((size_t)nBlocks * 64);
    uint32_t seed = 1;
    for (size_t i = 0; i < levels.size(); ++i) {
        seed = seed * 1664525u + 1013904223u;
        levels[i] = (seed >> 24) < 40 ? (int16_t)((int)(seed >> 12 & 31) - 15) : 0;
    }

    int16_t* dLev;
    uint32_t* dBits;
    cudaMalloc(&dLev, levels.size() * sizeof(int16_t));
    cudaMalloc(&dBits, nBlocks * sizeof(uint32_t));
    cudaMemcpy(dLev, levels.data(), levels.size() * sizeof(int16_t), cudaMemcpyHostToDevice);
    blockBits<<<(nBlocks + 7) / 8, 256>>>(dLev, dBits, nBlocks);

    std::vector<uint32_t> bits(nBlocks);
    cudaMemcpy(bits.data(), dBits, nBlocks * sizeof(uint32_t), cudaMemcpyDeviceToHost);
    unsigned long long total = 0;
    for (uint32_t b : bits) total += b;
    std::printf("%.1f kB for the plane\n", total / 8192.0);
    cudaFree(dLev);
    cudaFree(dBits);
    return 0;
}
