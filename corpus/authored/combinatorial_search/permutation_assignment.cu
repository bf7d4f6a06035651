#include <cuda_runtime.h>
#include <climits>
#include <cstdio>

// Exhaustive assignment of 10 workers to 10 jobs: thread = rank of a permutation, unranked through
// the factorial number system. The cheapest cost of a warp is found by shuffles.
#define JOBS 10
#define PERMS 3628800

__constant__ int cost[JOBS * JOBS];

__global__ void cheapest(int *best)
{
    int rank = blockIdx.x * blockDim.x + threadIdx.x;
    int total = INT_MAX;
    if (rank < PERMS) {
        unsigned long long digits = 0x9876543210ULL;    // remaining jobs, one per nibble
        int rest = rank, radix = PERMS / JOBS;
        total = 0;
#pragma unroll
        for (int w = 0; w < JOBS; w++) {
            int pick = rest / radix;
            rest -= pick * radix;
            int shift = 4 * pick;
            int job = (int)(digits >> shift) & 15;
            unsigned long long below = digits & ((1ULL << shift) - 1);
            digits = below | ((digits >> (shift + 4)) << shift);
            total += cost[w * JOBS + job];
            radix /= (w < JOBS - 1) ? JOBS - 1 - w : 1;
        }
    }
    for (int d = 16; d > 0; d /= 2)
        total = min(total, __shfl_down_sync(0xffffffffu, total, d));
    if ((threadIdx.x & 31) == 0)
        atomicMin(best, total);
}

int main()
{
    int h[JOBS * JOBS];
    for (int w = 0; w < JOBS; w++)
        for (int j = 0; j < JOBS; j++)
            h[w * JOBS + j] = 10 + (w * 37 + j * 53 + w * j * 11) % 89;
    cudaMemcpyToSymbol(cost, h, sizeof(h));

    int *d_best, best = INT_MAX;
    cudaMalloc(&d_best, sizeof(int));
    cudaMemcpy(d_best, &best, sizeof(int), cudaMemcpyHostToDevice);
    cheapest<<<(PERMS + 255) / 256, 256>>>(d_best);
    cudaMemcpy(&best, d_best, sizeof(int), cudaMemcpyDeviceToHost);
    printf("optimal cost %d\n", best);
    cudaFree(d_best);
    return 0;
}
