#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Maxout layer output: K linear pieces per unit lie next to each other in
   memory, the largest one wins. The winner's number is needed in backward. */

#define K 4
#define UNITS 500
#define BATCH 8192

__global__ void maxout_fwd(const float *z, float *y, uint8_t *winner, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    const float *piece = z + (size_t)i * K;
    float best = piece[0];
    int which = 0;
#pragma unroll
    for (int k = 1; k < K; ++k) {
        float v = piece[k];
        if (v > best) { best = v; which = k; }
    }
    y[i] = best;
    winner[i] = (uint8_t)which;
}

int main()
{
    const int n = BATCH * UNITS;
    const size_t zbytes = (size_t)n * K * sizeof(float);
    float *z = (float *)malloc(zbytes);
    srand(7);
    for (int i = 0; i < n * K; ++i) z[i] = (rand() % 2001 - 1000) * 1e-3f;

    float *dz, *dy;
    uint8_t *dw;
    cudaMalloc((void**)&dz, zbytes);
    cudaMalloc((void**)&dy, n * sizeof(float));
    cudaMalloc((void**)&dw, n * sizeof(uint8_t));
    cudaMemcpy(dz, z, zbytes, cudaMemcpyHostToDevice);

    cudaEvent_t t0, t1;
    cudaEventCreate(&t0);
    cudaEventCreate(&t1);
    cudaEventRecord(t0);
    maxout_fwd<<<(n + 255) / 256, 256>>>(dz, dy, dw, n);
    cudaEventRecord(t1);
    cudaEventSynchronize(t1);
    float ms = 0;
    cudaEventElapsedTime(&ms, t0, t1);

    uint8_t *w = (uint8_t *)malloc(n);
    cudaMemcpy(w, dw, n, cudaMemcpyDeviceToHost);
    long hist[K] = {0};
    for (int i = 0; i < n; ++i) hist[w[i]]++;
    printf("%.3f ms, %.1f GB/s\n", ms, (zbytes + 5.0 * n) / ms / 1e6);
    for (int k = 0; k < K; ++k) printf("piece %d won %ld times\n", k, hist[k]);

    cudaEventDestroy(t0); cudaEventDestroy(t1);
    cudaFree(dz); cudaFree(dy); cudaFree(dw);
    free(z); free(w);
    return 0;
}
