#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

// Contrast-limited adaptive equalisation, table stage: one block per tile builds the
// tile's histogram, cuts it at the clip limit, spreads the excess evenly and turns the
// running sum into a 256-entry grey-level table.

template <int TileSize, int Bins>
__global__ void buildTileTables(const uint8_t* __restrict__ image, uint8_t* __restrict__ tables,
                                int pitch, unsigned clipLimit)
{
    __shared__ unsigned hist[Bins];
    __shared__ unsigned excess;
    __shared__ unsigned cdf[2][Bins];

    const int tid = threadIdx.x;          // blockDim.x == Bins
    hist[tid] = 0;
    if (tid == 0)
        excess = 0;
    __syncthreads();

    const uint8_t* tile = image + (size_t)blockIdx.y * TileSize * pitch + blockIdx.x * TileSize;
    for (int k = tid; k < TileSize * TileSize; k += Bins)
        atomicAdd(&hist[tile[(k / TileSize) * pitch + k % TileSize]], 1u);
    __syncthreads();

    unsigned count = hist[tid];
    if (count > clipLimit) {
        atomicAdd(&excess, count - clipLimit);
        count = clipLimit;
    }
    __syncthreads();
    count += excess / Bins;

    // inclusive Hillis-Steele scan, double buffered
    int cur = 0;
    cdf[0][tid] = count;
    __syncthreads();
    for (int step = 1; step < Bins; step <<= 1) {
        unsigned v = cdf[cur][tid];
        if (tid >= step)
            v += cdf[cur][tid - step];
        cdf[cur ^ 1][tid] = v;
        cur ^= 1;
        __syncthreads();
    }

    const unsigned total = cdf[cur][Bins - 1];
    const size_t tileIndex = (size_t)blockIdx.y * gridDim.x + blockIdx.x;
    tables[tileIndex * Bins + tid] = (uint8_t)((cdf[cur][tid] * 255u + total / 2) / total);
}

int main()
{
    constexpr int side = 2048, tile = 64, bins = 256, tilesPerSide = side / tile;

    std::vector<uint8_t> img(side * side);
    uint32_t state = 2463534242u;
    for (auto& px : img) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        px = uint8_t(64 + (state & 63));   // low contrast
    }

    uint8_t *dImg, *dTab;
    cudaMalloc(&dImg, img.size());
    cudaMalloc(&dTab, tilesPerSide * tilesPerSide * bins);
    cudaMemcpy(dImg, img.data(), img.size(), cudaMemcpyHostToDevice);

    cudaStream_t stream;
    cudaStreamCreate(&stream);
    buildTileTables<tile, bins><<<dim3(tilesPerSide, tilesPerSide), bins, 0, stream>>>(dImg, dTab, side, 40u);
    cudaStreamSynchronize(stream);

    uint8_t lut[bins];
    cudaMemcpy(lut, dTab, bins, cudaMemcpyDeviceToHost);
    for (int i = 64; i < 128; i += 9)
        std::printf("%d -> %d\n", i, lut[i]);

    cudaStreamDestroy(stream);
    cudaFree(dImg);
    cudaFree(dTab);
    return 0;
}
