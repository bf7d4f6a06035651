#include <cstdint>
#include <cstdio>
#include <vector>

#include <cuda_runtime.h>

// A key selects one 32-byte block; eight salts pick one bit in each word of it.
constexpr int kBlocks = 1 << 18;       // 8 MB filter
constexpr int kQueries = 4 * 1000 * 1000;

__host__ __device__ inline uint32_t bitFor(uint32_t h, uint32_t salt)
{
    return 1u << ((h * salt) >> 27);
}

__global__ void probe(const uint4* __restrict__ filter, const uint64_t* __restrict__ hashes,
                      uint8_t* __restrict__ maybe, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    {
        uint64_t h = hashes[i];
        uint32_t block = (uint32_t)(h >> 32) & (kBlocks - 1);
        uint32_t lo = (uint32_t)h;
        uint4 a = __ldg(&filter[2 * block]);
        uint4 b = __ldg(&filter[2 * block + 1]);

        bool ok = (a.x & bitFor(lo, 0x47b6137bu)) && (a.y & bitFor(lo, 0x44974d91u)) &&
                  (a.z & bitFor(lo, 0x8824ad5bu)) && (a.w & bitFor(lo, 0xa2b7289du)) &&
                  (b.x & bitFor(lo, 0x705495c7u)) && (b.y & bitFor(lo, 0x2df1424bu)) &&
                  (b.z & bitFor(lo, 0x9efc4947u)) && (b.w & bitFor(lo, 0x5c6bfb31u));
        maybe[i] = ok;
    }
}

int main()
{
    std::vector<uint32_t> filter(kBlocks * 8);
    for (size_t i = 0; i < filter.size(); ++i)       // about half of the bits set
        filter[i] = (uint32_t)i * 2891336453u ^ ((uint32_t)i << 13);

    std::vector<uint64_t> hashes(kQueries);
    uint64_t x = 88172645463325252ull;
    for (int i = 0; i < kQueries; ++i) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        hashes[i] = x;
    }

    uint4* dFilter;
    uint64_t* dHashes;
    uint8_t* dMaybe;
    cudaMalloc(&dFilter, kBlocks * 32);
    cudaMalloc(&dHashes, kQueries * sizeof(uint64_t));
    cudaMalloc(&dMaybe, kQueries);
    cudaMemcpy(dFilter, filter.data(), kBlocks * 32, cudaMemcpyHostToDevice);
    cudaMemcpy(dHashes, hashes.data(), kQueries * sizeof(uint64_t), cudaMemcpyHostToDevice);

    probe<<<2048, 256>>>(dFilter, dHashes, dMaybe, kQueries);

    std::vector<uint8_t> maybe(kQueries);
    cudaMemcpy(maybe.data(), dMaybe, kQueries, cudaMemcpyDeviceToHost);
    int positives = 0;
    for (uint8_t m : maybe) positives += m;
    printf("positives: %.3f %%\n", 100.0 * positives / kQueries);
}
