#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

// Total of a ledger in cents (64-bit, so the result is exact). A block adds up
// a contiguous slice of the bookings: first each thread over its share, then a
// tree in shared memory. A second launch with one block adds the slices.

#define SLICE    8192
#define BLOCK_T  256

typedef long long cents_t;

__global__ void sumSlice(const cents_t *amounts, int n, int sliceLen, cents_t *sliceTotal)
{
    __shared__ cents_t acc[BLOCK_T];

    int begin = blockIdx.x * sliceLen;
    int end = min(begin + sliceLen, n);
    cents_t mine = 0;
    for (int i = begin + threadIdx.x; i < end; i += BLOCK_T)
        mine += amounts[i];
    acc[threadIdx.x] = mine;

    for (int active = BLOCK_T / 2; active >= 1; active /= 2) {
        __syncthreads();
        if (threadIdx.x < active)
            acc[threadIdx.x] += acc[threadIdx.x + active];
    }
    if (threadIdx.x == 0)
        sliceTotal[blockIdx.x] = acc[0];
}

int main()
{
    const int n = 12000000;
    const int slices = (n + SLICE - 1) / SLICE;

    cents_t *ledger = (cents_t *)malloc(n * sizeof(cents_t));
    cents_t expected = 0;
    for (int i = 0; i < n; i++) {
        ledger[i] = (i % 2) ? -(i % 977) : (i % 1009);
        expected += ledger[i];
    }

    cents_t *dLedger, *dSlices, *dTotal;
    cudaMalloc(&dLedger, n * sizeof(cents_t));
    cudaMalloc(&dSlices, slices * sizeof(cents_t));
    cudaMalloc(&dTotal, sizeof(cents_t));
    cudaMemcpy(dLedger, ledger, n * sizeof(cents_t), cudaMemcpyHostToDevice);

    sumSlice<<<slices, BLOCK_T>>>(dLedger, n, SLICE, dSlices);
    sumSlice<<<1, BLOCK_T>>>(dSlices, slices, slices, dTotal);

    cents_t total;
    cudaMemcpy(&total, dTotal, sizeof(total), cudaMemcpyDeviceToHost);
    printf("balance %lld.%02lld, %s\n", total / 100, llabs(total % 100), total == expected ? "correct" : "WRONG");

    cudaFree(dLedger);
    cudaFree(dSlices);
    cudaFree(dTotal);
    free(ledger);
    return total != expected;
}
