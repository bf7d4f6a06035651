#include <cuda_runtime.h>
#include <cstdint>
#include <iostream>
#include <vector>

// Rank directory of a bit vector: for every 512-bit block the number of set
// bits before it inside its superblock of 128 Kbit (256 blocks), and the total
// of each superblock. A thread counts one block (four uint4), a CUDA block
// scans one superblock.

__device__ __forceinline__ int popc4(uint4 w)
{
    return __popc(w.x) + __popc(w.y) + __popc(w.z) + __popc(w.w);
}

__global__ void __launch_bounds__(256)
rankDirectory(const uint4* __restrict__ bits, uint32_t* __restrict__ blockRank, uint32_t* __restrict__ superTotal)
{
    __shared__ uint32_t warpTotal[8];
    const int block = blockIdx.x * 256 + threadIdx.x;
    const uint4* w = bits + block * 4;

    const uint4 w0 = w[0], w1 = w[1], w2 = w[2], w3 = w[3];
    const uint32_t ones = popc4(w0) + popc4(w1) + popc4(w2) + popc4(w3);

    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    uint32_t incl = ones;
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
        const uint32_t up = __shfl_up_sync(0xffffffffu, incl, d);
        incl += lane >= d ? up : 0u;
    }
    if (lane == 31) warpTotal[warp] = incl;
    __syncthreads();

    uint32_t before = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) before += k < warp ? warpTotal[k] : 0u;
    blockRank[block] = before + incl - ones;
    if (threadIdx.x == 255) superTotal[blockIdx.x] = before + incl;
}

int main()
{
    const int supers = 2000;
    const size_t words = (size_t)supers * 256 * 16;
    std::vector<uint32_t> bits(words);
    for (size_t i = 0; i < words; ++i) bits[i] = (i % 3 == 0) ? 0x0f0f0f0fu : 0x80000001u;

    uint32_t *dBits, *dRank, *dTotal;
    cudaMalloc(&dBits, words * sizeof(uint32_t));
    cudaMalloc(&dRank, supers * 256 * sizeof(uint32_t));
    cudaMalloc(&dTotal, supers * sizeof(uint32_t));
    cudaMemcpy(dBits, bits.data(), words * sizeof(uint32_t), cudaMemcpyHostToDevice);

    rankDirectory<<<supers, 256>>>(reinterpret_cast<const uint4*>(dBits), dRank, dTotal);

    std::vector<uint32_t> total(supers);
    cudaMemcpy(total.data(), dTotal, supers * sizeof(uint32_t), cudaMemcpyDeviceToHost);
    uint64_t ones = 0;
    for (uint32_t t : total) ones += t;
    std::cout << ones << " bits set of " << words * 32 << '\n';
    cudaFree(dBits);
    cudaFree(dRank);
    cudaFree(dTotal);
}
