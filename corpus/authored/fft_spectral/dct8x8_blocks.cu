#include <cuda_runtime.h>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

// Forward 8x8 DCT-II with quantisation, as in a baseline JPEG encoder.
// A CUDA block of 8x8x4 threads handles four neighbouring image blocks.

__constant__ float cosTable[8][8];        // cosTable[u][x]

static const int kLuma[64] = {
    16, 11, 10, 16, 24,  40,  51,  61,  12, 12, 14, 19, 26,  58,  60,  55,
    14, 13, 16, 24, 40,  57,  69,  56,  14, 17, 22, 29, 51,  87,  80,  62,
    18, 22, 37, 56, 68,  109, 103, 77,  24, 35, 55, 64, 81,  104, 113, 92,
    49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99};

__global__ void dctQuantise(const uint8_t* __restrict__ img, int pitch,
                            const int* __restrict__ quant, int16_t* __restrict__ coef)
{
    __shared__ float px[4][8][9];
    __shared__ float tmp[4][8][9];
    const int u = threadIdx.x, v = threadIdx.y, b = threadIdx.z;
    const int bx = blockIdx.x * 4 + b;
    const int by = blockIdx.y;

    px[b][v][u] = (float)img[(by * 8 + v) * pitch + bx * 8 + u] - 128.0f;
    __syncthreads();

    float s = 0.0f;                              // along rows
#pragma unroll
    for (int x = 0; x < 8; ++x) s += px[b][v][x] * cosTable[u][x];
    tmp[b][v][u] = s;
    __syncthreads();

    s = 0.0f;                                    // along columns
#pragma unroll
    for (int y = 0; y < 8; ++y) s += tmp[b][y][u] * cosTable[v][y];

    const int q = quant[v * 8 + u];
    coef[((by * gridDim.x * 4 + bx) * 8 + v) * 8 + u] = (int16_t)rintf(s / q);
}

int main()
{
    const int edge = 1024;
    float table[8][8];
    for (int u = 0; u < 8; ++u)
        for (int x = 0; x < 8; ++x)
            table[u][x] = (u == 0 ? std::sqrt(0.125f) : 0.5f) * std::cos((2 * x + 1) * u * 3.14159265f / 16.0f);
    cudaMemcpyToSymbol(cosTable, table, sizeof(table));

    std::vector<uint8_t> img(edge * edge);
    for (int i = 0; i < edge * edge; ++i) img[i] = (uint8_t)((i * 3 + i / edge) & 0xff);

    uint8_t* dImg;
    int* dQuant;
    int16_t* dCoef;
    cudaMalloc(&dImg, edge * edge);
    cudaMalloc(&dQuant, sizeof(kLuma));
    cudaMalloc(&dCoef, edge * edge * sizeof(int16_t));
    cudaMemcpy(dImg, img.data(), edge * edge, cudaMemcpyHostToDevice);
    cudaMemcpy(dQuant, kLuma, sizeof(kLuma), cudaMemcpyHostToDevice);

    dctQuantise<<<dim3(edge / 32, edge / 8), dim3(8, 8, 4)>>>(dImg, edge, dQuant, dCoef);

    std::vector<int16_t> coef(edge * edge);
    cudaMemcpy(coef.data(), dCoef, coef.size() * sizeof(int16_t), cudaMemcpyDeviceToHost);
    int zeros = 0;
    for (int16_t c : coef) zeros += c == 0;
    std::printf("%.1f %% of the coefficients are zero\n", 100.0 * zeros / coef.size());
    cudaFree(dImg); cudaFree(dQuant); cudaFree(dCoef);
    return 0;
}
