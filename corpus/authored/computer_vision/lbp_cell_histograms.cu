#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

/* Local binary patterns for face recognition: one 256-bin histogram per 16x16 cell. */

#define SIDE 1024
#define CELL 16
#define CELLS (SIDE / CELL)

__global__ void lbpCells(const unsigned char *gray, unsigned short *hist)
{
    __shared__ unsigned int bins[256];
    int t = threadIdx.y * CELL + threadIdx.x;
    bins[t] = 0;
    __syncthreads();

    int x = blockIdx.x * CELL + threadIdx.x;
    int y = blockIdx.y * CELL + threadIdx.y;
    if (x >= 1 && y >= 1 && x < SIDE - 1 && y < SIDE - 1)
    {
        const unsigned char *p = gray + y * SIDE + x;
        int c = *p;
        int code = 0;
        code |= (p[-SIDE - 1] >= c) << 7;
        code |= (p[-SIDE]     >= c) << 6;
        code |= (p[-SIDE + 1] >= c) << 5;
        code |= (p[1]         >= c) << 4;
        code |= (p[SIDE + 1]  >= c) << 3;
        code |= (p[SIDE]      >= c) << 2;
        code |= (p[SIDE - 1]  >= c) << 1;
        code |= (p[-1]        >= c);
        atomicAdd(&bins[code], 1);
    }
    __syncthreads();
    hist[(blockIdx.y * CELLS + blockIdx.x) * 256 + t] = (unsigned short)bins[t];
}

int main(void)
{
    unsigned char *h_gray = (unsigned char *)malloc(SIDE * SIDE);
    unsigned short *h_hist = (unsigned short *)malloc(CELLS * CELLS * 256 * sizeof(unsigned short));
    srand(2024);
    for (int i = 0; i < SIDE * SIDE; i++)
        h_gray[i] = rand() % 256;

    unsigned char *d_gray;
    unsigned short *d_hist;
    cudaMalloc((void **)&d_gray, SIDE * SIDE);
    cudaMalloc((void **)&d_hist, CELLS * CELLS * 256 * sizeof(unsigned short));
    cudaMemcpy(d_gray, h_gray, SIDE * SIDE, cudaMemcpyHostToDevice);

    dim3 cells(CELLS, CELLS), pixels(CELL, CELL);
    lbpCells<<<cells, pixels>>>(d_gray, d_hist);

    cudaMemcpy(h_hist, d_hist, CELLS * CELLS * 256 * sizeof(unsigned short), cudaMemcpyDeviceToHost);
    long sum = 0;
    for (int i = 0; i < CELLS * CELLS * 256; i++) sum += h_hist[i];
    printf("codes counted %ld, expected %ld\n", sum, (long)(SIDE - 2) * (SIDE - 2));
    cudaFree(d_gray);
    cudaFree(d_hist);
    free(h_gray);
    free(h_hist);
    return 0;
}
