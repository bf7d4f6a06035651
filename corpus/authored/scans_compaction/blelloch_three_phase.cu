#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

// Exclusive prefix sum, work-efficient version (up-sweep / down-sweep) on
// tiles of 1024, in three launches: tiles, tile totals, add back.

constexpr int TILE_ELEMS = 1024;
constexpr int TILE_THREADS = TILE_ELEMS / 2;

// one spare word after every 32 keeps the strided sweeps off a single bank
__device__ __forceinline__ int slot(int i) { return i + (i >> 5); }

__global__ void scanTiles(const int* in, int* out, int* totals)
{
    __shared__ int tree[TILE_ELEMS + TILE_ELEMS / 32];
    const int t = threadIdx.x;
    const int base = blockIdx.x * TILE_ELEMS;

    tree[slot(t)] = in[base + t];
    tree[slot(t + TILE_THREADS)] = in[base + t + TILE_THREADS];
    __syncthreads();

    // up: node `right` collects the sum of its left sibling
    for (int stride = 1; stride < TILE_ELEMS; stride *= 2) {
        const int right = (t + 1) * 2 * stride - 1;
        if (right < TILE_ELEMS)
            tree[slot(right)] += tree[slot(right - stride)];
        __syncthreads();
    }
    if (t == 0) {
        if (totals) totals[blockIdx.x] = tree[slot(TILE_ELEMS - 1)];
        tree[slot(TILE_ELEMS - 1)] = 0;
    }
    __syncthreads();

    // down: the left child takes the parent's prefix, the right one adds the left sum
    for (int stride = TILE_ELEMS / 2; stride >= 1; stride /= 2) {
        const int right = (t + 1) * 2 * stride - 1;
        if (right < TILE_ELEMS) {
            const int leftSum = tree[slot(right - stride)];
            tree[slot(right - stride)] = tree[slot(right)];
            tree[slot(right)] += leftSum;
        }
        __syncthreads();
    }
    out[base + t] = tree[slot(t)];
    out[base + t + TILE_THREADS] = tree[slot(t + TILE_THREADS)];
}

__global__ void addTileOffsets(int* out, const int* tileOffsets)
{
    const int i = blockIdx.x * TILE_ELEMS + threadIdx.x;
    const int add = tileOffsets[blockIdx.x];
    out[i] += add;
    out[i + TILE_THREADS] += add;
}

int main()
{
    const int n = 1 << 20;
    const int tiles = n / TILE_ELEMS;     // 1024, so one tile scans the totals

    int* host = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host[i] = i & 3;

    int *dIn, *dOut, *dTotals, *dOffsets;
    cudaMalloc(&dIn, n * sizeof(int));
    cudaMalloc(&dOut, n * sizeof(int));
    cudaMalloc(&dTotals, tiles * sizeof(int));
    cudaMalloc(&dOffsets, tiles * sizeof(int));
    cudaMemcpy(dIn, host, n * sizeof(int), cudaMemcpyHostToDevice);

    scanTiles<<<tiles, TILE_THREADS>>>(dIn, dOut, dTotals);
    scanTiles<<<1, TILE_THREADS>>>(dTotals, dOffsets, nullptr);
    addTileOffsets<<<tiles, TILE_THREADS>>>(dOut, dOffsets);

    int* result = (int*)malloc(n * sizeof(int));
    cudaMemcpy(result, dOut, n * sizeof(int), cudaMemcpyDeviceToHost);
    int run = 0, errors = 0;
    for (int i = 0; i < n; ++i) {
        if (result[i] != run) ++errors;
        run += host[i];
    }
    printf("%d errors\n", errors);
    cudaFree(dIn); cudaFree(dOut); cudaFree(dTotals); cudaFree(dOffsets);
    free(host); free(result);
    return errors != 0;
}
