#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// Odd numbers only. A block sieves one segment of SEG bytes in shared memory and counts what is
// left. Every odd number up to the root strikes out its multiples: composite strikers only repeat
// work, but no table of primes has to be kept.
constexpr int SEG = 16384;                    // odd numbers per segment
constexpr int THREADS = 256;

__global__ void sieveSegments(int root, int* __restrict__ counts)
{
    __shared__ unsigned char composite[SEG];
    __shared__ int total;
    for (int i = threadIdx.x; i < SEG / 4; i += THREADS)
        reinterpret_cast<unsigned*>(composite)[i] = 0;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();

    // slot i stands for first + 2*i
    const int first = blockIdx.x * SEG * 2 + 1;
    const int last = first + 2 * (SEG - 1);
    for (int p = 3 + 2 * threadIdx.x; p <= root && p * p <= last; p += 2 * THREADS) {
        int start = p * p;
        if (start < first) {
            start = (first + p - 1) / p * p;
            if (start % 2 == 0) start += p;
        }
        for (int i = (start - first) / 2; i < SEG; i += p)
            composite[i] = 1;
    }
    __syncthreads();

    int mine = 0;
    for (int i = threadIdx.x; i < SEG; i += THREADS) mine += !composite[i];
    atomicAdd(&total, mine);
    __syncthreads();
    if (threadIdx.x == 0) counts[blockIdx.x] = total;
}

int main()
{
    const int segments = 1024;                // up to 33.5 million
    const int root = 5793;
    int* dCounts;
    cudaMalloc(&dCounts, segments * sizeof(int));
    sieveSegments<<<segments, THREADS>>>(root, dCounts);

    std::vector<int> counts(segments);
    cudaMemcpy(counts.data(), dCounts, segments * sizeof(int), cudaMemcpyDeviceToHost);
    int pi = 0;                               // slot of 1 stands in for the prime 2
    for (int c : counts) pi += c;
    std::printf("pi(%d) = %d\n", segments * SEG * 2, pi);
}
