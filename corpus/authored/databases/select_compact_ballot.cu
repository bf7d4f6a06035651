#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

// SELECT rowid WHERE lo <= price AND price < hi, output order not kept.
__global__ void selectRange(const float *__restrict__ price, int n, float lo, float hi,
                            int *__restrict__ rowIds, int *__restrict__ counter)
{
    const int lane = threadIdx.x & 31;
    const int stride = gridDim.x * blockDim.x;
    const int rounded = (n + 31) & ~31;

    for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < rounded; row += stride) {
        bool keep = false;
        if (row < n) {
            float p = price[row];
            keep = p >= lo && p < hi;
        }
        unsigned votes = __ballot_sync(0xffffffffu, keep);
        if (votes == 0) continue;
        int base = 0;
        if (lane == 0) base = atomicAdd(counter, __popc(votes));
        base = __shfl_sync(0xffffffffu, base, 0);
        if (keep) rowIds[base + __popc(votes & ((1u << lane) - 1))] = row;
    }
}

int main()
{
    const int n = 10000000;
    float *price = (float *)malloc(n * sizeof(float));
    for (int i = 0; i < n; ++i) price[i] = (rand() % 100000) * 0.01f;

    float *dPrice;
    int *dRows, *dCounter;
    cudaMalloc(&dPrice, n * sizeof(float));
    cudaMalloc(&dRows, n * sizeof(int));
    cudaMalloc(&dCounter, sizeof(int));
    cudaMemcpy(dPrice, price, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(dCounter, 0, sizeof(int));

    int sms = 0;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    selectRange<<<1056, 256>>>(dPrice, n, 100.0f, 250.0f, dRows, dCounter);

    int selected, expected = 0;
    cudaMemcpy(&selected, dCounter, sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) expected += price[i] >= 100.0f && price[i] < 250.0f;
    printf("%d rows selected, %d expected (%d SMs)\n", selected, expected, sms);
    free(price);
    return selected != expected;
}
