#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

// Quantised layer product: out[m][n] = sum_k act[m][k] * wgt[n][k], all int8,
// four values to the word, accumulated in int32 with __dp4a.

constexpr int Rows = 768;
constexpr int Outs = 768;
constexpr int Depth = 1024;
constexpr int Words = Depth / 4;
constexpr int Tile = 32;

__global__ void gemmInt8(const int* __restrict__ act, const int* __restrict__ wgt,
                         int32_t* __restrict__ out)
{
    __shared__ int sAct[Tile][Tile + 1];
    __shared__ int sWgt[Tile][Tile + 1];
    const int lx = threadIdx.x;          // 0..31
    const int ly = threadIdx.y;          // 0..7, four rows a thread
    int sum[4] = {0, 0, 0, 0};

    for (int w0 = 0; w0 < Words; w0 += Tile) {
        for (int r = ly; r < Tile; r += 8) {
            sAct[r][lx] = act[(blockIdx.y * Tile + r) * Words + w0 + lx];
            sWgt[r][lx] = wgt[(blockIdx.x * Tile + r) * Words + w0 + lx];
        }
        __syncthreads();
        for (int w = 0; w < Tile; ++w) {
            const int b = sWgt[lx][w];
            sum[0] = __dp4a(sAct[ly][w], b, sum[0]);
            sum[1] = __dp4a(sAct[ly + 8][w], b, sum[1]);
            sum[2] = __dp4a(sAct[ly + 16][w], b, sum[2]);
            sum[3] = __dp4a(sAct[ly + 24][w], b, sum[3]);
        }
        __syncthreads();
    }
    for (int q = 0; q < 4; ++q)
        out[(blockIdx.y * Tile + ly + 8 * q) * Outs + blockIdx.x * Tile + lx] = sum[q];
}

int main()
{
    std::vector<int8_t> act(Rows * Depth), wgt(Outs * Depth);
    for (int i = 0; i < Rows * Depth; ++i) act[i] = (int8_t)(i % 23 - 11);
    for (int i = 0; i < Outs * Depth; ++i) wgt[i] = (int8_t)(i % 31 - 15);

    int8_t *dAct, *dWgt;
    int32_t *dOut;
    cudaMalloc(&dAct, act.size());
    cudaMalloc(&dWgt, wgt.size());
    cudaMalloc(&dOut, Rows * Outs * sizeof(int32_t));
    cudaMemcpy(dAct, act.data(), act.size(), cudaMemcpyHostToDevice);
    cudaMemcpy(dWgt, wgt.data(), wgt.size(), cudaMemcpyHostToDevice);

    dim3 block(Tile, 8), grid(Outs / Tile, Rows / Tile);
    gemmInt8<<<grid, block>>>((const int*)dAct, (const int*)dWgt, dOut);

    int32_t corner = 0;
    cudaMemcpy(&corner, dOut, sizeof(corner), cudaMemcpyDeviceToHost);
    int32_t expect = 0;
    for (int k = 0; k < Depth; ++k) expect += act[k] * wgt[k];
    std::printf("%s (%d)\n", corner == expect ? "PASS" : "FAIL", corner);
    cudaFree(dAct); cudaFree(dWgt); cudaFree(dOut);
    return corner != expect;
}
