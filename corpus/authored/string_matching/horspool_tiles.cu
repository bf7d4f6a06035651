#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

// Boyer-Moore-Horspool inside shared memory: a block loads a tile plus pattern overlap,
// then each thread searches its own stretch with the bad-character skip table.
constexpr int kThreads = 128;
constexpr int kPerThread = 64;
constexpr int kTile = kThreads * kPerThread;
constexpr int kMaxPattern = 32;

__global__ void horspool(const uint8_t* __restrict__ text, int n, const uint8_t* __restrict__ pattern,
                         const uint8_t* __restrict__ skip, int m, int* __restrict__ matches)
{
    __shared__ uint8_t tile[kTile + kMaxPattern];
    __shared__ uint8_t pat[kMaxPattern];
    __shared__ uint8_t skipTable[256];

    const int base = blockIdx.x * kTile;
    for (int i = threadIdx.x; i < kTile + m - 1; i += kThreads)
        tile[i] = base + i < n ? text[base + i] : 0;
    for (int i = threadIdx.x; i < 256; i += kThreads) skipTable[i] = skip[i];
    if (threadIdx.x < m) pat[threadIdx.x] = pattern[threadIdx.x];
    __syncthreads();

    int found = 0;
    int p = threadIdx.x * kPerThread;
    const int stop = p + kPerThread;
    while (p < stop) {
        int k = m - 1;
        while (k >= 0 && tile[p + k] == pat[k]) --k;
        found += k < 0;
        p += skipTable[tile[p + m - 1]];
    }
    if (found) atomicAdd(matches, found);
}

int main()
{
    const int n = 32 << 20;
    const std::string pattern = "segmentation";
    const int m = 12;

    std::vector<uint8_t> text(n);
    uint32_t seed = 17;
    for (int i = 0; i < n; ++i) {
        seed = seed * 214013u + 2531011u;
        text[i] = 'a' + ((seed >> 16) % 26);
    }

    std::vector<uint8_t> skip(256);
    for (int c = 0; c < 256; ++c) skip[c] = m;
    for (int i = 0; i + 1 < m; ++i) skip[(uint8_t)pattern[i]] = m - 1 - i;

    uint8_t *dText, *dPattern, *dSkip;
    int* dMatches;
    cudaMalloc(&dText, n);
    cudaMalloc(&dPattern, kMaxPattern);
    cudaMalloc(&dSkip, 256);
    cudaMalloc(&dMatches, sizeof(int));
    cudaMemcpy(dText, text.data(), n, cudaMemcpyHostToDevice);
    cudaMemcpy(dPattern, pattern.data(), m, cudaMemcpyHostToDevice);
    cudaMemcpy(dSkip, skip.data(), 256, cudaMemcpyHostToDevice);
    cudaMemset(dMatches, 0, sizeof(int));

    horspool<<<n / kTile, kThreads>>>(dText, n, dPattern, dSkip, m, dMatches);

    int matches;
    cudaMemcpy(&matches, dMatches, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d matches\n", matches);
    return 0;
}
