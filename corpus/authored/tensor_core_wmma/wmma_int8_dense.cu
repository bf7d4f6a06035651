#include <cuda_runtime.h>
#include <mma.h>
#include <cstdint>
#include <cstdio>
#include <vector>

// Quantised dense layer on the integer tensor cores:
// acc[batch][out] = bias[out] + sum_in act[batch][in] * weight[out][in].
// Both operands come packed into contiguous 16x16 tiles (256 bytes), which keeps
// every fragment load aligned and coalesced.
template <int IN>
__global__ void denseInt8(const signed char* __restrict__ actTiles, const signed char* __restrict__ weightTiles,
                          const int* __restrict__ biasRows, int* __restrict__ acc, int out)
{
    using namespace nvcuda;
    const int tileRow = blockIdx.y * blockDim.y + threadIdx.y;
    const int tileCol = blockIdx.x;
    const signed char* a0 = actTiles + tileRow * (IN / 16) * 256;
    const signed char* w0 = weightTiles + tileCol * (IN / 16) * 256;

    // biasRows repeats the bias in 16 equal rows, so it can be loaded as an accumulator
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> sum;
    wmma::load_matrix_sync(sum, biasRows + tileCol * 16, out, wmma::mem_row_major);

#pragma unroll 4
    for (int t = 0; t < IN / 16; ++t) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> w;
        wmma::load_matrix_sync(a, a0 + t * 256, 16);
        wmma::load_matrix_sync(w, w0 + t * 256, 16);
        wmma::mma_sync(sum, a, w, sum);
    }
    wmma::store_matrix_sync(acc + tileRow * 16 * out + tileCol * 16, sum, out, wmma::mem_row_major);
}

// position of element (row, col) in the tiled layout
static int tiled(int row, int col, int cols)
{
    return ((row / 16) * (cols / 16) + col / 16) * 256 + (row % 16) * 16 + col % 16;
}

int main()
{
    constexpr int batch = 512, out = 512, in = 1024;
    std::vector<int8_t> act(batch * in), weight(out * in);
    std::vector<int> bias(16 * out), acc(batch * out);
    for (int r = 0; r < batch; ++r)
        for (int c = 0; c < in; ++c) act[tiled(r, c, in)] = (int8_t)((r * 3 + c) % 127);
    for (int r = 0; r < out; ++r)
        for (int c = 0; c < in; ++c) weight[tiled(r, c, in)] = (int8_t)((r + 2 * c) % 11 - 5);
    for (int i = 0; i < 16 * out; ++i) bias[i] = i % out;

    signed char *dAct, *dWeight;
    int *dBias, *dAcc;
    cudaMalloc(&dAct, act.size());
    cudaMalloc(&dWeight, weight.size());
    cudaMalloc(&dBias, bias.size() * sizeof(int));
    cudaMalloc(&dAcc, acc.size() * sizeof(int));
    cudaMemcpy(dAct, act.data(), act.size(), cudaMemcpyHostToDevice);
    cudaMemcpy(dWeight, weight.data(), weight.size(), cudaMemcpyHostToDevice);
    cudaMemcpy(dBias, bias.data(), bias.size() * sizeof(int), cudaMemcpyHostToDevice);

    dim3 block(32, 4);
    denseInt8<in><<<dim3(out / 16, batch / 64), block>>>(dAct, dWeight, dBias, dAcc, out);
    cudaMemcpy(acc.data(), dAcc, acc.size() * sizeof(int), cudaMemcpyDeviceToHost);

    int wrong = 0;
    for (int b = 0; b < batch; b += 31) {
        int o = (b * 13) % out, ref = o;
        for (int k = 0; k < in; ++k) ref += act[tiled(b, k, in)] * weight[tiled(o, k, in)];
        wrong += ref != acc[b * out + o];
    }
    printf("%d wrong probes\n", wrong);
    cudaFree(dAct); cudaFree(dWeight); cudaFree(dBias); cudaFree(dAcc);
    return wrong;
}
