#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

/* Eight-class histogram of a label map without any atomics in the inner loop.
   Each thread keeps eight 8-bit counters in one 64-bit register (16 labels at
   most 15 rounds before they could overflow: 240 < 256), then unpacks. */

typedef unsigned long long u64;
#define CLASSES 8
#define ROUNDS  15

__global__ void classHistogram(const uint4 *labels, long n16, unsigned int *hist)
{
    long at = blockIdx.x * (long)blockDim.x * ROUNDS + threadIdx.x;
    u64 packed = 0;

#pragma unroll 3
    for (int k = 0; k < ROUNDS; k++, at += blockDim.x) {
        if (at < n16) {
            uint4 q = labels[at];
            unsigned w[4] = { q.x, q.y, q.z, q.w };
#pragma unroll
            for (int i = 0; i < 4; i++) {
                packed += 1ull << ((w[i] & 7u) * 8);
                packed += 1ull << (((w[i] >> 8) & 7u) * 8);
                packed += 1ull << (((w[i] >> 16) & 7u) * 8);
                packed += 1ull << (((w[i] >> 24) & 7u) * 8);
            }
        }
    }

    for (int c = 0; c < CLASSES; c++) {
        unsigned cnt = (unsigned)(packed >> (8 * c)) & 0xffu;
        for (int o = 16; o > 0; o >>= 1)
            cnt += __shfl_down_sync(0xffffffffu, cnt, o);
        if ((threadIdx.x & 31) == 0)
            atomicAdd(&hist[c], cnt);
    }
}

int main(void)
{
    const int side = 6000;
    const long n = (long)side * side;
    const long n16 = n / 16;
    unsigned char *lab = (unsigned char *)malloc(n);
    for (long i = 0; i < n; i++)
        lab[i] = (unsigned char)((i / 50) % CLASSES);

    unsigned char *dLab;
    unsigned int *dHist, hist[CLASSES];
    cudaMalloc((void **)&dLab, n);
    cudaMalloc((void **)&dHist, sizeof(hist));
    cudaMemcpy(dLab, lab, n, cudaMemcpyHostToDevice);
    cudaMemset(dHist, 0, sizeof(hist));

    const int tpb = 256;
    const int blocks = (int)((n16 + tpb * ROUNDS - 1) / (tpb * ROUNDS));
    classHistogram<<<blocks, tpb>>>((const uint4 *)dLab, n16, dHist);

    cudaMemcpy(hist, dHist, sizeof(hist), cudaMemcpyDeviceToHost);
    for (int c = 0; c < CLASSES; c++)
        printf("class %d: %u pixels\n", c, hist[c]);
    cudaFree(dLab);
    cudaFree(dHist);
    free(lab);
    return 0;
}
