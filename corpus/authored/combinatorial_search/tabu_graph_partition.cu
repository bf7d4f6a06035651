#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

/* One tabu step of a graph bisection: gain of moving each vertex to the other side,
 * then argmax over vertices that are not tabu. Gains come from a fixed-degree neighbour table
 * read as int4; the argmax is warp shuffle + shared memory + packed atomicMax. */

const int DEG = 16;

__device__ __forceinline__ unsigned long long pack(int gain, int v)
{
    return ((unsigned long long)(unsigned)(gain + (1 << 20)) << 32) | (unsigned)v;
}

__global__ void __launch_bounds__(256)
bestMove(const int4 *__restrict__ nbr, const unsigned char *__restrict__ side, const int *__restrict__ tabuUntil,
         int now, int n, int *__restrict__ gains, unsigned long long *best)
{
    __shared__ unsigned long long warpBest[8];
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long mine = 0;

    if (v < n) {
        int own = side[v], cut = 0;
#pragma unroll
        for (int q = 0; q < DEG / 4; ++q) {
            int4 u = nbr[q * n + v];
            cut += (side[u.x] != own) + (side[u.y] != own) + (side[u.z] != own) + (side[u.w] != own);
        }
        int gain = 2 * cut - DEG;
        gains[v] = gain;
        if (tabuUntil[v] <= now) mine = pack(gain, v);
    }
    for (int d = 16; d; d >>= 1) {
        unsigned long long o = __shfl_down_sync(0xffffffffu, mine, d);
        mine = o > mine ? o : mine;
    }
    if ((threadIdx.x & 31) == 0) warpBest[threadIdx.x >> 5] = mine;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; ++w) mine = warpBest[w] > mine ? warpBest[w] : mine;
        atomicMax(best, mine);
    }
}

int main()
{
    const int n = 300000;
    std::vector<int> nbr(n * DEG), tabu(n);
    std::vector<unsigned char> side(n);
    for (int i = 0; i < n * DEG; ++i) nbr[i] = rand() % n;
    for (int v = 0; v < n; ++v) {
        tabu[v] = v % 10;
        side[v] = (v * 7 / 3) % 2;
    }

    int4 *dNbr;
    int *dTabu, *dGains;
    unsigned char *dSide;
    unsigned long long *dBest;
    cudaMalloc(&dNbr, n * DEG * sizeof(int));
    cudaMalloc(&dTabu, n * sizeof(int));
    cudaMalloc(&dGains, n * sizeof(int));
    cudaMalloc(&dSide, n);
    cudaMalloc(&dBest, sizeof(unsigned long long));
    cudaMemcpy(dNbr, nbr.data(), n * DEG * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dTabu, tabu.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dSide, side.data(), n, cudaMemcpyHostToDevice);
    cudaMemset(dBest, 0, sizeof(unsigned long long));

    bestMove<<<(n + 255) / 256, 256>>>(dNbr, dSide, dTabu, 5, n, dGains, dBest);

    unsigned long long best;
    cudaMemcpy(&best, dBest, sizeof best, cudaMemcpyDeviceToHost);
    printf("move vertex %u, gain %d\n", (unsigned)best, (int)(best >> 32) - (1 << 20));
    return 0;
}
