#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

// ORDER BY score DESC LIMIT 16, first stage: every block sorts 1024 scores and keeps the best 16.
#define TILE 1024
#define KEEP 16

__global__ void blockTopK(const float *scores, int n, float *bestScore, int *bestRow)
{
    __shared__ float key[TILE];
    __shared__ int row[TILE];
    int base = blockIdx.x * TILE;

    for (int i = threadIdx.x; i < TILE; i += blockDim.x)
    {
        key[i] = base + i < n ? scores[base + i] : -1e30f;
        row[i] = base + i;
    }
    __syncthreads();

    for (int size = 2; size <= TILE; size *= 2)
    {
        for (int stride = size / 2; stride > 0; stride /= 2)
        {
            int t = threadIdx.x;                        // TILE/2 threads
            int lo = 2 * t - (t & (stride - 1));
            int hi = lo + stride;
            bool descending = (lo & size) == 0;
            if ((key[lo] < key[hi]) == descending)
            {
                float k = key[lo]; key[lo] = key[hi]; key[hi] = k;
                int r = row[lo]; row[lo] = row[hi]; row[hi] = r;
            }
            __syncthreads();
        }
    }

    if (threadIdx.x < KEEP)
    {
        bestScore[blockIdx.x * KEEP + threadIdx.x] = key[threadIdx.x];
        bestRow[blockIdx.x * KEEP + threadIdx.x] = row[threadIdx.x];
    }
}

int main(int argc, char *argv[])
{
    const int n = 3000000;
    const int tiles = (n + TILE - 1) / TILE;
    float *scores = (float *)malloc(n * sizeof(float));
    srand(42);
    for (int i = 0; i < n; i++)
        scores[i] = rand() / (float)RAND_MAX;

    float *dScores, *dBest;
    int *dRow;
    cudaMalloc(&dScores, n * sizeof(float));
    cudaMalloc(&dBest, tiles * KEEP * sizeof(float));
    cudaMalloc(&dRow, tiles * KEEP * sizeof(int));
    cudaMemcpy(dScores, scores, n * sizeof(float), cudaMemcpyHostToDevice);

    blockTopK<<<tiles, TILE / 2>>>(dScores, n, dBest, dRow);

    float *best = (float *)malloc(tiles * KEEP * sizeof(float));
    cudaMemcpy(best, dBest, tiles * KEEP * sizeof(float), cudaMemcpyDeviceToHost);
    float top = -1;
    for (int i = 0; i < tiles; i++)
        if (best[i * KEEP] > top)
            top = best[i * KEEP];
    printf("highest score %.7f out of %d candidates\n", top, tiles * KEEP);
    free(scores);
    free(best);
    return 0;
}
