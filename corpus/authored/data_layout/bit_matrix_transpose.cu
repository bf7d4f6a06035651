#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

// Transpose a square bit matrix (adjacency bits of a graph). A warp holds a
// 32 x 32 bit tile, one word per lane; 32 ballots give the columns.

constexpr int kBits = 8192;
constexpr int kWords = kBits / 32;

__global__ void transposeBits(const uint32_t* __restrict__ in, uint32_t* __restrict__ out)
{
    const int lane = threadIdx.x;
    const int tileCol = blockIdx.x * blockDim.y + threadIdx.y;   // in words
    const int tileRow = blockIdx.y;

    const uint32_t word = in[(tileRow * 32 + lane) * kWords + tileCol];
    uint32_t column = 0;
#pragma unroll
    for (int b = 0; b < 32; ++b) {
        const uint32_t votes = __ballot_sync(0xffffffffu, (word >> b) & 1u);
        if (lane == b) column = votes;
    }
    out[(tileCol * 32 + lane) * kWords + tileRow] = column;
}

int main()
{
    std::vector<uint32_t> bits(kBits * kWords);
    for (size_t i = 0; i < bits.size(); ++i)
        bits[i] = static_cast<uint32_t>(i) * 0x9e3779b9u;

    uint32_t *dIn, *dOut;
    const size_t bytes = bits.size() * sizeof(uint32_t);
    cudaMalloc(&dIn, bytes);
    cudaMalloc(&dOut, bytes);
    cudaMemcpy(dIn, bits.data(), bytes, cudaMemcpyHostToDevice);

    const dim3 block(32, 8);
    const dim3 grid(kWords / block.y, kBits / 32);
    transposeBits<<<grid, block>>>(dIn, dOut);

    std::vector<uint32_t> t(bits.size());
    cudaMemcpy(t.data(), dOut, bytes, cudaMemcpyDeviceToHost);
    auto bit = [](const std::vector<uint32_t>& m, int r, int c) { return (m[r * kWords + c / 32] >> (c % 32)) & 1u; };
    int wrong = 0;
    for (int r = 0; r < kBits; r += 111)
        for (int c = 0; c < kBits; c += 97)
            wrong += bit(bits, r, c) != bit(t, c, r);
    std::printf("%d sampled bits wrong\n", wrong);
    cudaFree(dIn);
    cudaFree(dOut);
}
