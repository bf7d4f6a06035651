#include <cuda_runtime.h>

#include <cstdlib>
#include <iostream>

// Winograd F(2x2, 3x3): V = B^T d B on overlapping 4x4 tiles, stride 2.
// Output layout V[16][channel][tile], as the 16 batched products want it.
template <typename T>
__device__ __forceinline__ void butterfly(T& a, T& b, T& c, T& d)
{
    const T t0 = a - c;
    const T t1 = b + c;
    const T t2 = c - b;
    const T t3 = b - d;
    a = t0;
    b = t1;
    c = t2;
    d = t3;
}

__global__ void winogradInput(const float* __restrict__ x, float* __restrict__ V,
                              int channels, int side, int tilesPerSide, int images)
{
    const int tiles = tilesPerSide * tilesPerSide * images;
    const int tile = blockIdx.x * blockDim.x + threadIdx.x;
    const int ch = blockIdx.y;
    if (tile >= tiles) return;

    const int img = tile / (tilesPerSide * tilesPerSide);
    const int inner = tile - img * tilesPerSide * tilesPerSide;
    const int ty = inner / tilesPerSide, tx = inner % tilesPerSide;
    const float* src = x + ((size_t)(img * channels + ch) * side + 2 * ty) * side + 2 * tx;

    float d[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) d[i][j] = src[i * side + j];

#pragma unroll
    for (int j = 0; j < 4; ++j) butterfly(d[0][j], d[1][j], d[2][j], d[3][j]);
#pragma unroll
    for (int i = 0; i < 4; ++i) butterfly(d[i][0], d[i][1], d[i][2], d[i][3]);

    const size_t plane = (size_t)channels * tiles;
    float* dst = V + (size_t)ch * tiles + tile;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) dst[(i * 4 + j) * plane] = d[i][j];
}

int main()
{
    const int images = 8, channels = 32, side = 58;
    const int tilesPerSide = (side - 2) / 2;
    const int tiles = tilesPerSide * tilesPerSide * images;
    const size_t inCount = (size_t)images * channels * side * side;
    const size_t outCount = (size_t)16 * channels * tiles;

    float* host = static_cast<float*>(std::malloc(inCount * sizeof(float)));
    for (size_t i = 0; i < inCount; ++i) host[i] = static_cast<float>(i % 10);

    float *x, *V;
    cudaMalloc(reinterpret_cast<void**>(&x), inCount * sizeof(float));
    cudaMalloc(reinterpret_cast<void**>(&V), outCount * sizeof(float));
    cudaMemcpy(x, host, inCount * sizeof(float), cudaMemcpyHostToDevice);

    dim3 block(128);
    dim3 grid((tiles + block.x - 1) / block.x, channels);
    winogradInput<<<grid, block>>>(x, V, channels, side, tilesPerSide, images);
    std::cout << cudaGetErrorString(cudaDeviceSynchronize()) << std::endl;

    cudaFree(x);
    cudaFree(V);
    std::free(host);
    return 0;
}
