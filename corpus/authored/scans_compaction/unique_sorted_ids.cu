#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define gpuCheck(x) { cudaError_t e = (x); if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); return 1; } }

// Distinct values of a sorted list. A block counts the heads in its chunk,
// reserves room in the output with one atomic, and writes its heads in order.
// Chunks land in any order, which is fine for a set.
__global__ void uniqueIds(const unsigned* ids, int n, unsigned* distinct, int* numDistinct)
{
    __shared__ int warpHeads[8];
    __shared__ int blockBase;

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;

    bool head = false;
    unsigned id = 0;
    if (i < n) {
        id = ids[i];
        head = (i == 0) || (ids[i - 1] != id);
    }
    unsigned mask = __ballot_sync(0xffffffffu, head);
    if (lane == 0) warpHeads[warp] = __popc(mask);
    __syncthreads();

    if (threadIdx.x == 0) {
        int sum = 0;
        for (int w = 0; w < 8; w++) {
            int c = warpHeads[w];
            warpHeads[w] = sum;
            sum += c;
        }
        blockBase = atomicAdd(numDistinct, sum);
    }
    __syncthreads();

    if (head)
        distinct[blockBase + warpHeads[warp] + __popc(mask & ((1u << lane) - 1u))] = id;
}

int main()
{
    const int n = 2000000;
    unsigned* ids = (unsigned*)malloc(n * sizeof(unsigned));
    for (int i = 0; i < n; i++)
        ids[i] = 1000u + (unsigned)i / 6u;       // each id six times

    unsigned *dIds, *dDistinct;
    int* dNum;
    gpuCheck(cudaMalloc(&dIds, n * sizeof(unsigned)));
    gpuCheck(cudaMalloc(&dDistinct, n * sizeof(unsigned)));
    gpuCheck(cudaMalloc(&dNum, sizeof(int)));
    gpuCheck(cudaMemcpy(dIds, ids, n * sizeof(unsigned), cudaMemcpyHostToDevice));
    gpuCheck(cudaMemset(dNum, 0, sizeof(int)));

    uniqueIds<<<(n + 255) / 256, 256>>>(dIds, n, dDistinct, dNum);
    gpuCheck(cudaGetLastError());

    int num = 0;
    gpuCheck(cudaMemcpy(&num, dNum, sizeof(int), cudaMemcpyDeviceToHost));
    printf("%d distinct ids (expected %d)\n", num, (n + 5) / 6);

    cudaFree(dIds);
    cudaFree(dDistinct);
    cudaFree(dNum);
    free(ids);
    return 0;
}
