#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

// Rank directory of a bit vector: per superblock of 16384 bits one 32-bit total, per block of 512 bits
// a 16-bit count relative to the superblock. One thread block per superblock, one thread per block of 512.
constexpr int SUPER_WORDS = 16384 / 32;
constexpr int BLOCKS_PER_SUPER = 32;

__global__ void buildRank(const uint4* __restrict__ bits, uint16_t* __restrict__ blockRank,
                          uint32_t* __restrict__ superTotal)
{
    __shared__ uint32_t words[SUPER_WORDS + SUPER_WORDS / 16];
    const uint4* mine = bits + (size_t)blockIdx.x * (SUPER_WORDS / 4);

    for (int i = threadIdx.x; i < SUPER_WORDS / 4; i += 32) {
        const uint4 v = mine[i];
        const int w = 4 * i;
        const int s = w + w / 16;             // one word of padding per 16 avoids bank conflicts
        words[s] = v.x;
        words[s + 1] = v.y;
        words[s + 2] = v.z;
        words[s + 3] = v.w;
    }
    __syncwarp();

    int count = 0;
    for (int k = 0; k < 16; ++k) count += __popc(words[threadIdx.x * 17 + k]);
    int scan = count;
    for (int d = 1; d < 32; d <<= 1) {
        const int left = __shfl_up_sync(0xffffffffu, scan, d);
        if (threadIdx.x >= d) scan += left;
    }
    blockRank[blockIdx.x * BLOCKS_PER_SUPER + threadIdx.x] = (uint16_t)(scan - count);
    if (threadIdx.x == 31) superTotal[blockIdx.x] = scan;
}

int main()
{
    const size_t nbits = 1u << 27;
    const int supers = nbits / 16384;
    std::vector<uint32_t> bits(nbits / 32);
    for (size_t i = 0; i < bits.size(); ++i) bits[i] = (uint32_t)i * 2654435761u;

    uint4* dBits;
    uint16_t* dRank;
    uint32_t* dSuper;
    cudaMalloc(&dBits, nbits / 8);
    cudaMalloc(&dRank, supers * BLOCKS_PER_SUPER * sizeof(uint16_t));
    cudaMalloc(&dSuper, supers * sizeof(uint32_t));
    cudaMemcpy(dBits, bits.data(), nbits / 8, cudaMemcpyHostToDevice);

    buildRank<<<supers, 32>>>(dBits, dRank, dSuper);

    std::vector<uint32_t> super(supers);
    cudaMemcpy(super.data(), dSuper, supers * sizeof(uint32_t), cudaMemcpyDeviceToHost);
    uint64_t ones = 0;
    for (auto& s : super) {                   // exclusive prefix over superblocks on the host
        const uint32_t c = s;
        s = (uint32_t)ones;
        ones += c;
    }
    std::printf("%llu ones\n", (unsigned long long)ones);
    return 0;
}
