#include <cuda_runtime.h>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>

// Clockwise quarter turn of a packed RGBA picture: dst(x = H-1-y, y = x) = src(x, y).
// Reads and writes are both contiguous; the turn itself happens in the tile.

constexpr int TILE_DIM = 32;
constexpr int TILE_ROWS = 8;

__global__ void rotateClockwise(uint32_t* __restrict__ dst, const uint32_t* __restrict__ src,
                                int srcWidth, int srcHeight)
{
    __shared__ uint32_t tile[TILE_DIM][TILE_DIM + 1];

    const int srcX = blockIdx.x * TILE_DIM + threadIdx.x;
    const int srcY0 = blockIdx.y * TILE_DIM;
    for (int r = threadIdx.y; r < TILE_DIM; r += TILE_ROWS) {
        if (srcX < srcWidth && srcY0 + r < srcHeight)
            tile[r][threadIdx.x] = src[(size_t)(srcY0 + r) * srcWidth + srcX];
    }
    __syncthreads();

    // a destination row is a source column, read bottom up
    const int srcYOut = srcY0 + TILE_DIM - 1 - threadIdx.x;
    for (int r = threadIdx.y; r < TILE_DIM; r += TILE_ROWS) {
        const int dstY = blockIdx.x * TILE_DIM + r;
        if (dstY < srcWidth && srcYOut < srcHeight) {
            const int dstX = srcHeight - 1 - srcYOut;
            dst[(size_t)dstY * srcHeight + dstX] = tile[TILE_DIM - 1 - threadIdx.x][r];
        }
    }
}

struct DeviceImage {
    uint32_t* px = nullptr;
    int w, h;
    DeviceImage(int width, int height) : w(width), h(height) {
        if (cudaMalloc(&px, sizeof(uint32_t) * w * h) != cudaSuccess) {
            std::cerr << "cudaMalloc failed\n";
            std::exit(1);
        }
    }
    ~DeviceImage() { cudaFree(px); }
};

int main()
{
    const int width = 3000, height = 2000;
    auto host = std::make_unique<uint32_t[]>(width * height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            host[y * width + x] = (uint32_t)y << 16 | (uint32_t)x;

    DeviceImage in(width, height), out(height, width);
    cudaMemcpy(in.px, host.get(), sizeof(uint32_t) * width * height, cudaMemcpyHostToDevice);

    dim3 block(TILE_DIM, TILE_ROWS);
    dim3 grid((width + TILE_DIM - 1) / TILE_DIM, (height + TILE_DIM - 1) / TILE_DIM);
    rotateClockwise<<<grid, block>>>(out.px, in.px, width, height);

    auto turned = std::make_unique<uint32_t[]>(width * height);
    cudaMemcpy(turned.get(), out.px, sizeof(uint32_t) * width * height, cudaMemcpyDeviceToHost);
    for (int y = 0; y < height; y += 37)
        for (int x = 0; x < width; x += 41)
            if (turned[x * height + (height - 1 - y)] != host[y * width + x]) {
                std::cout << "wrong at " << x << ',' << y << '\n';
                return 1;
            }
    std::cout << "ok\n";
}
