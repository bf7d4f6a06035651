#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// G = A^T A for a tall, skinny A (a million rows, 16 columns): the normal
// matrix of a regression. A few resident blocks sweep over row panels; each of
// the 256 threads owns one entry of G and keeps it in a register to the end.

constexpr int kCols = 16;
constexpr int kPanel = 64;

__global__ void __launch_bounds__(256)
gram_persistent(const float* __restrict__ A, int rows, float* __restrict__ G)
{
    __shared__ float panel[kPanel][kCols + 1];
    const int i = threadIdx.x / kCols;
    const int j = threadIdx.x % kCols;
    float g = 0.0f;

    const int panels = (rows + kPanel - 1) / kPanel;
    for (int p = blockIdx.x; p < panels; p += gridDim.x) {
        for (int e = threadIdx.x; e < kPanel * kCols; e += 256) {
            const int r = p * kPanel + e / kCols;
            panel[e / kCols][e % kCols] = r < rows ? A[(size_t)r * kCols + e % kCols] : 0.0f;
        }
        __syncthreads();
#pragma unroll 16
        for (int r = 0; r < kPanel; ++r)
            g = fmaf(panel[r][i], panel[r][j], g);
        __syncthreads();
    }
    atomicAdd(&G[threadIdx.x], g);
}

int main()
{
    const int rows = 1000000;
    std::vector<float> design((size_t)rows * kCols);
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < kCols; ++c)
            design[(size_t)r * kCols + c] = c == 0 ? 1.0f : 0.01f * ((r * c) % 100);

    float *dA, *dG;
    cudaMalloc(&dA, design.size() * sizeof(float));
    cudaMalloc(&dG, kCols * kCols * sizeof(float));
    cudaMemcpy(dA, design.data(), design.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(dG, 0, kCols * kCols * sizeof(float));

    const int residentBlocks = 132 * 4;
    gram_persistent<<<residentBlocks, 256>>>(dA, rows, dG);

    float g00;
    cudaMemcpy(&g00, dG, sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("G(0,0) = %.0f, rows = %d\n", g00, rows);
    cudaFree(dA);
    cudaFree(dG);
    return 0;
}
