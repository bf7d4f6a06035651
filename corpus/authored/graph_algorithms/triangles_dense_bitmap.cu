// Triangles in a dense graph: for each edge (i,j), i<j, count |N(i) & N(j)|.
// Row i sits in shared memory, the block walks over all j > i.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

constexpr int N = 4096;
constexpr int WORDS = N / 64;

__global__ void countTriangles(const uint64_t* __restrict__ adj, unsigned long long* total)
{
    __shared__ uint64_t mine[WORDS];
    const int i = blockIdx.x;
    if (threadIdx.x < WORDS)
        mine[threadIdx.x] = adj[(size_t)i * WORDS + threadIdx.x];
    __syncthreads();

    int common = 0;
    for (int j = i + 1 + threadIdx.x; j < N; j += blockDim.x) {
        if (!((mine[j >> 6] >> (j & 63)) & 1)) continue;
        const uint64_t* other = adj + (size_t)j * WORDS;
        // only vertices above j, so that every triangle is seen once
        int w = j >> 6;
        uint64_t mask = ~0ull << (j & 63);
        common += __popcll(mine[w] & other[w] & mask & ~(1ull << (j & 63)));
        for (++w; w < WORDS; ++w)
            common += __popcll(mine[w] & other[w]);
    }

    for (int d = 16; d; d /= 2)
        common += __shfl_xor_sync(0xffffffff, common, d);
    if ((threadIdx.x & 31) == 0 && common)
        atomicAdd(total, (unsigned long long)common);
}

int main()
{
    std::vector<uint64_t> adj(N * WORDS, 0);
    uint32_t s = 99;
    for (int i = 0; i < N; ++i)
        for (int j = i + 1; j < N; ++j) {
            s = s * 1103515245u + 12345u;
            if ((s >> 16) % 10 == 0) {
                adj[i * WORDS + j / 64] |= 1ull << (j % 64);
                adj[j * WORDS + i / 64] |= 1ull << (i % 64);
            }
        }

    uint64_t* dAdj;
    unsigned long long* dTotal;
    cudaMalloc(&dAdj, adj.size() * sizeof(uint64_t));
    cudaMalloc(&dTotal, sizeof(*dTotal));
    cudaMemcpy(dAdj, adj.data(), adj.size() * sizeof(uint64_t), cudaMemcpyHostToDevice);
    cudaMemset(dTotal, 0, sizeof(*dTotal));

    countTriangles<<<N, 128>>>(dAdj, dTotal);

    unsigned long long total = 0;
    cudaMemcpy(&total, dTotal, sizeof(total), cudaMemcpyDeviceToHost);
    std::printf("triangles: %llu (expected about %.0f)\n", total,
                N / 6.0 * (N - 1.0) * (N - 2.0) * 1e-3);
    cudaFree(dAdj);
    cudaFree(dTotal);
    return 0;
}
