#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

constexpr int K = 8;
constexpr unsigned MASK = (1u << (2 * K)) - 1;

// Counts canonical k-mers. Bases are coded 0..3 (A,C,G,T); every thread slides over a stretch.
__global__ void countKmers(const unsigned char* bases, int n, unsigned int* counts, int stretch)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * stretch;
    int last = min(first + stretch, n - K + 1);
    if (first >= last)
        return;

    unsigned fwd = 0, rev = 0;
    for (int i = 0; i < K - 1; ++i)
    {
        unsigned b = bases[first + i];
        fwd = (fwd << 2 | b) & MASK;
        rev = rev >> 2 | (3u - b) << (2 * K - 2);
    }
    for (int p = first; p < last; ++p)
    {
        unsigned b = bases[p + K - 1];
        fwd = (fwd << 2 | b) & MASK;
        rev = rev >> 2 | (3u - b) << (2 * K - 2);
        atomicAdd(&counts[min(fwd, rev)], 1u);
    }
}

int main()
{
    const int n = 4000000;
    const int stretch = 32;
    std::vector<unsigned char> genome(n);
    unsigned x = 1;
    for (int i = 0; i < n; ++i)
    {
        x = 1664525u * x + 1013904223u;
        genome[i] = x >> 30;
    }

    unsigned char* dGenome;
    unsigned int* dCounts;
    cudaMalloc(&dGenome, n);
    cudaMalloc(&dCounts, (MASK + 1) * sizeof(unsigned));
    cudaMemcpy(dGenome, genome.data(), n, cudaMemcpyHostToDevice);
    cudaMemset(dCounts, 0, (MASK + 1) * sizeof(unsigned));

    int threads = (n + stretch - 1) / stretch;
    countKmers<<<(threads + 255) / 256, 256>>>(dGenome, n, dCounts, stretch);

    std::vector<unsigned> counts(MASK + 1);
    cudaMemcpy(counts.data(), dCounts, counts.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);
    unsigned distinct = 0, peak = 0;
    for (unsigned c : counts)
    {
        distinct += c > 0;
        peak = c > peak ? c : peak;
    }
    printf("distinct canonical %d-mers: %u, most frequent seen %u times\n", K, distinct, peak);
    return 0;
}
