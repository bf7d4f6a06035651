#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

// value[c] for capacities 0..C, one launch per item, two rows swapped
__global__ void addItem(const int *oldRow, int *newRow, int capacity, int weight, int profit)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c <= capacity)
    {
        int best = oldRow[c];
        if (c >= weight)
        {
            int with = oldRow[c - weight] + profit;
            if (with > best)
                best = with;
        }
        newRow[c] = best;
    }
}

int main(int argc, char **argv)
{
    int capacity = 1000000;
    int items = 8;
    int *row0, *row1;
    cudaMalloc((void **)&row0, (capacity + 1) * sizeof(int));
    cudaMalloc((void **)&row1, (capacity + 1) * sizeof(int));
    cudaMemset(row0, 0, (capacity + 1) * sizeof(int));

    int threads = 256;
    int blocks = (capacity + 1 + threads - 1) / threads;
    for (int i = 0; i < items; i += 2)
    {
        addItem<<<blocks, threads>>>(row0, row1, capacity, 30011 + 1777 * i, 400 + 31 * i);
        addItem<<<blocks, threads>>>(row1, row0, capacity, 47123 + 977 * i, 650 + 17 * i);
    }

    int answer;
    cudaMemcpy(&answer, row0 + capacity, sizeof(int), cudaMemcpyDeviceToHost);
    printf("best profit %d\n", answer);
    cudaFree(row0);
    cudaFree(row1);
    return 0;
}
