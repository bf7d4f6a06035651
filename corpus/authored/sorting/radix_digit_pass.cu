#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

// One pass of a stable LSD radix sort on a 4-bit digit:
//   countDigits   - digit histogram of each block's chunk, digit-major
//   scanCounts    - exclusive scan of all 16 * blocks counters by one block
//   scatterDigits - stable scatter, ranks by warp matching in thread order

constexpr int kRadix = 16;
constexpr int kBlockSize = 256;
constexpr int kWarps = kBlockSize / 32;

__global__ void countDigits(const uint32_t* keys, int shift, uint32_t* counts)
{
    __shared__ uint32_t hist[kRadix];
    if (threadIdx.x < kRadix) hist[threadIdx.x] = 0;
    __syncthreads();
    const uint32_t key = keys[blockIdx.x * kBlockSize + threadIdx.x];
    atomicAdd(&hist[(key >> shift) & (kRadix - 1)], 1u);
    __syncthreads();
    if (threadIdx.x < kRadix)
        counts[threadIdx.x * gridDim.x + blockIdx.x] = hist[threadIdx.x];
}

__global__ void scanCounts(uint32_t* counts, int total)
{
    __shared__ uint32_t sums[1024];
    const int per = (total + 1023) / 1024;
    const int first = threadIdx.x * per;
    uint32_t s = 0;
    for (int i = first; i < min(first + per, total); ++i) s += counts[i];
    sums[threadIdx.x] = s;
    __syncthreads();
    for (int d = 1; d < 1024; d <<= 1) {
        const uint32_t add = threadIdx.x >= d ? sums[threadIdx.x - d] : 0;
        __syncthreads();
        sums[threadIdx.x] += add;
        __syncthreads();
    }
    uint32_t run = sums[threadIdx.x] - s;
    for (int i = first; i < min(first + per, total); ++i) {
        const uint32_t c = counts[i];
        counts[i] = run;
        run += c;
    }
}

__global__ void scatterDigits(const uint32_t* in, uint32_t* out, int shift, const uint32_t* offsets)
{
    __shared__ uint32_t warpCount[kWarps][kRadix];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    if (threadIdx.x < kWarps * kRadix) (&warpCount[0][0])[threadIdx.x] = 0;
    __syncthreads();

    const uint32_t key = in[blockIdx.x * kBlockSize + threadIdx.x];
    const uint32_t digit = (key >> shift) & (kRadix - 1);
    uint32_t peers = 0xffffffffu;                    // lanes with the same digit
    for (int b = 0; b < 4; ++b) {
        const uint32_t vote = __ballot_sync(0xffffffffu, (digit >> b) & 1);
        peers &= (digit >> b) & 1 ? vote : ~vote;
    }
    uint32_t rank = __popc(peers & ((1u << lane) - 1));
    if (rank == 0) warpCount[warp][digit] = __popc(peers);
    __syncthreads();

    for (int w = 0; w < warp; ++w) rank += warpCount[w][digit];
    out[offsets[digit * gridDim.x + blockIdx.x] + rank] = key;
}

int main()
{
    const int blocks = 4096;
    const int n = blocks * kBlockSize;
    std::vector<uint32_t> keys(n);
    uint32_t x = 88172645u;
    for (int i = 0; i < n; ++i) {
        x = x * 1664525u + 1013904223u;
        keys[i] = x;
    }
    uint32_t *in, *out, *counts;
    cudaMalloc(&in, n * sizeof(uint32_t));
    cudaMalloc(&out, n * sizeof(uint32_t));
    cudaMalloc(&counts, kRadix * blocks * sizeof(uint32_t));
    cudaMemcpy(in, keys.data(), n * sizeof(uint32_t), cudaMemcpyHostToDevice);

    const int shift = 28;
    countDigits<<<blocks, kBlockSize>>>(in, shift, counts);
    scanCounts<<<1, 1024>>>(counts, kRadix * blocks);
    scatterDigits<<<blocks, kBlockSize>>>(in, out, shift, counts);

    cudaMemcpy(keys.data(), out, n * sizeof(uint32_t), cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int i = 1; i < n; ++i) bad += (keys[i - 1] >> shift) > (keys[i] >> shift);
    std::printf("%d digits out of order\n", bad);
    cudaFree(in); cudaFree(out); cudaFree(counts);
    return bad != 0;
}
