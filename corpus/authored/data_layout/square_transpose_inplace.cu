#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

// In-place transposition of a square matrix. Block (bx, by) with bx <= by
// swaps tile (by, bx) with tile (bx, by); diagonal tiles swap with themselves.

#define T 16

__global__ void transposeInPlace(double *a, int n)
{
    __shared__ double lower[T][T + 1], upper[T][T + 1];
    int bx = blockIdx.x, by = blockIdx.y;
    if (bx > by)
        return;

    int lr = by * T + threadIdx.y, lc = bx * T + threadIdx.x;
    int ur = bx * T + threadIdx.y, uc = by * T + threadIdx.x;
    bool inLower = lr < n && lc < n;
    bool inUpper = ur < n && uc < n;

    if (inLower) lower[threadIdx.y][threadIdx.x] = a[(size_t)lr * n + lc];
    if (inUpper) upper[threadIdx.y][threadIdx.x] = a[(size_t)ur * n + uc];
    __syncthreads();

    if (inLower) a[(size_t)lr * n + lc] = upper[threadIdx.x][threadIdx.y];
    if (inUpper && bx != by) a[(size_t)ur * n + uc] = lower[threadIdx.x][threadIdx.y];
}

int main(void)
{
    const int n = 3000;
    const size_t bytes = (size_t)n * n * sizeof(double);
    double *h = (double *)malloc(bytes);
    double *d = NULL;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            h[(size_t)i * n + j] = i * 10000.0 + j;

    cudaMalloc((void **)&d, bytes);
    cudaMemcpy(d, h, bytes, cudaMemcpyHostToDevice);

    int tiles = (n + T - 1) / T;
    transposeInPlace<<<dim3(tiles, tiles), dim3(T, T)>>>(d, n);

    cudaMemcpy(h, d, bytes, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (h[(size_t)i * n + j] != j * 10000.0 + i) {
                printf("mismatch at %d %d\n", i, j);
                return 1;
            }
    puts("ok");
    cudaFree(d);
    free(h);
    return 0;
}
