#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

/* Keep the samples above zero. Order is not kept. The lanes of a warp count
   themselves with a ballot and only the first of them goes to the counter. */

__global__ void keepPositive(const float *src, int n, float *dst, int *nKept)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x % warpSize;
    const float v = i < n ? src[i] : -1.0f;
    const bool keep = v > 0.0f;

    const unsigned votes = __ballot_sync(0xffffffffu, keep);
    int where = 0;
    if (lane == 0 && votes != 0)
        where = atomicAdd(nKept, __popc(votes));
    where = __shfl_sync(0xffffffffu, where, 0);

    if (keep)
        dst[where + __popc(votes & ((1u << lane) - 1))] = v;
}

int main(int argc, char *argv[])
{
    int n = argc > 1 ? atoi(argv[1]) : 8000000;
    float *samples = (float *)malloc(n * sizeof(float));
    int expected = 0;
    unsigned rng = 2463534242u;
    for (int i = 0; i < n; i++) {
        rng = rng * 69069u + 1u;
        samples[i] = (float)(rng >> 8) / 8388608.0f - 1.0f;
        expected += samples[i] > 0.0f;
    }

    float *dSrc, *dDst;
    int *dCount, count;
    cudaMalloc((void **)&dSrc, n * sizeof(float));
    cudaMalloc((void **)&dDst, n * sizeof(float));
    cudaMalloc((void **)&dCount, sizeof(int));
    cudaMemcpy(dSrc, samples, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(dCount, 0, sizeof(int));

    keepPositive<<<(n + 255) / 256, 256>>>(dSrc, n, dDst, dCount);
    cudaMemcpy(&count, dCount, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d kept of %d (%s)\n", count, n, count == expected ? "ok" : "wrong");

    cudaFree(dSrc); cudaFree(dDst); cudaFree(dCount);
    free(samples);
    return 0;
}
