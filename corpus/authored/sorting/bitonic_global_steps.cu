#include <stdio.h>
#include <stdlib.h>

// bitonic sort, one launch per step, everything in global memory

#define COUNT 4096

__global__ void bitonicStep(int *data, int j, int k)
{
    unsigned int i = threadIdx.x + blockDim.x * blockIdx.x;
    unsigned int partner = i ^ j;

    if (partner > i) {
        int mine = data[i];
        int other = data[partner];
        bool ascending = (i & k) == 0;
        if ((mine > other) == ascending) {
            data[i] = other;
            data[partner] = mine;
        }
    }
}

int main(void)
{
    int *values = (int *)malloc(COUNT * sizeof(int));
    int *dValues;

    srand(42);
    for (int i = 0; i < COUNT; i++)
        values[i] = rand() % 100000;

    cudaMalloc((void **)&dValues, COUNT * sizeof(int));
    cudaMemcpy(dValues, values, COUNT * sizeof(int), cudaMemcpyHostToDevice);

    for (int k = 2; k <= COUNT; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1)
            bitonicStep<<<COUNT / 256, 256>>>(dValues, j, k);

    cudaMemcpy(values, dValues, COUNT * sizeof(int), cudaMemcpyDeviceToHost);
    int sorted = 1;
    for (int i = 1; i < COUNT; i++)
        if (values[i - 1] > values[i]) sorted = 0;
    printf(sorted ? "sorted\n" : "NOT sorted\n");

    cudaFree(dValues);
    free(values);
    return 0;
}
