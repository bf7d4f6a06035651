#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

// First pass of a summed-area table: prefix sums along the rows, one block per row.
// Each thread takes four pixels at once, the rest is a scan over warps.

__device__ __forceinline__ uint32_t warpInclusive(uint32_t v, int lane)
{
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
        const uint32_t up = __shfl_up_sync(0xffffffffu, v, d);
        if (lane >= d) v += up;
    }
    return v;
}

__global__ void rowPrefix(const uchar4* __restrict__ pixels, uint4* __restrict__ table)
{
    __shared__ uint32_t warpTotal[32];

    const int quad = threadIdx.x;
    const int lane = quad & 31, wid = quad >> 5;
    const size_t at = (size_t)blockIdx.x * blockDim.x + quad;
    const uchar4 p = pixels[at];

    uint4 s;
    s.x = p.x;
    s.y = s.x + p.y;
    s.z = s.y + p.z;
    s.w = s.z + p.w;

    const uint32_t inc = warpInclusive(s.w, lane);
    if (lane == 31) warpTotal[wid] = inc;
    __syncthreads();

    if (wid == 0) {
        const int nWarps = blockDim.x >> 5;
        uint32_t t = lane < nWarps ? warpTotal[lane] : 0;
        t = warpInclusive(t, lane);
        if (lane < nWarps) warpTotal[lane] = t;
    }
    __syncthreads();

    const uint32_t before = inc - s.w + (wid > 0 ? warpTotal[wid - 1] : 0);
    s.x += before;
    s.y += before;
    s.z += before;
    s.w += before;
    table[at] = s;
}

int main()
{
    const int width = 1536, height = 1024;
    std::vector<uint8_t> gray(width * height);
    uint32_t lcg = 99;
    for (int i = 0; i < width * height; ++i) {
        lcg = lcg * 1103515245u + 12345u;
        gray[i] = uint8_t(lcg >> 24);
    }

    uchar4* dGray;
    uint4* dTable;
    cudaMalloc(&dGray, width * height);
    cudaMalloc(&dTable, width * height * sizeof(uint32_t));
    cudaMemcpy(dGray, gray.data(), gray.size(), cudaMemcpyHostToDevice);

    rowPrefix<<<height, width / 4>>>(dGray, dTable);

    std::vector<uint32_t> table(width * height);
    cudaMemcpy(table.data(), dTable, table.size() * sizeof(uint32_t), cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int y = 0; y < height; ++y) {
        uint32_t run = 0;
        for (int x = 0; x < width; ++x) {
            run += gray[y * width + x];
            bad += run != table[y * width + x];
        }
    }
    std::printf(bad ? "%d wrong entries\n" : "all %d sums right\n", bad ? bad : width * height);
    cudaFree(dGray);
    cudaFree(dTable);
}
