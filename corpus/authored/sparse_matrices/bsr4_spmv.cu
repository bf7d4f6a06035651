#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

// Block CSR with dense 4x4 blocks (row-major), four unknowns per mesh node.
// A thread computes one scalar row: it reads a float4 row of each block and
// the float4 of x that belongs to the block column.

#define NODES 30000
#define NBR   7                 /* blocks per block row */

__global__ void bsr4(const int *__restrict__ bptr, const int *__restrict__ bcol,
                     const float4 *__restrict__ blk, const float4 *__restrict__ x,
                     float *__restrict__ y, int nodes)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    const int node = t >> 2;
    const int r = t & 3;
    if (node >= nodes) return;

    float acc = 0.0f;
    const int end = bptr[node + 1];
    for (int b = bptr[node]; b < end; ++b) {
        const float4 a = blk[4 * b + r];
        const float4 v = x[bcol[b]];
        acc = fmaf(a.x, v.x, acc);
        acc = fmaf(a.y, v.y, acc);
        acc = fmaf(a.z, v.z, acc);
        acc = fmaf(a.w, v.w, acc);
    }
    y[t] = acc;
}

int main()
{
    int *bptr = (int *)calloc(NODES + 1, sizeof(int));
    int *bcol = (int *)calloc(NODES * NBR, sizeof(int));
    float *blk = (float *)calloc(NODES * NBR * 16, sizeof(float));
    float *x = (float *)calloc(NODES * 4, sizeof(float));

    for (int i = 0; i <= NODES; i++)
        bptr[i] = NBR * i;
    for (int i = 0; i < NODES; i++)
        for (int k = 0; k < NBR; k++)
            bcol[i * NBR + k] = (i + 173 * k) % NODES;
    for (int i = 0; i < NODES * NBR * 16; i++)
        blk[i] = (i % 16 == 0) ? 2.0f : -0.1f;
    for (int i = 0; i < NODES * 4; i++)
        x[i] = 0.25f * (i % 4);

    int *d_bptr, *d_bcol;
    float *d_blk, *d_x, *d_y;
    cudaMalloc((void **)&d_bptr, (NODES + 1) * sizeof(int));
    cudaMalloc((void **)&d_bcol, NODES * NBR * sizeof(int));
    cudaMalloc((void **)&d_blk, NODES * NBR * 16 * sizeof(float));
    cudaMalloc((void **)&d_x, NODES * 4 * sizeof(float));
    cudaMalloc((void **)&d_y, NODES * 4 * sizeof(float));
    cudaMemcpy(d_bptr, bptr, (NODES + 1) * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_bcol, bcol, NODES * NBR * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_blk, blk, NODES * NBR * 16 * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_x, x, NODES * 4 * sizeof(float), cudaMemcpyHostToDevice);

    bsr4<<<(4 * NODES + 159) / 160, 160>>>(d_bptr, d_bcol, (float4 *)d_blk, (float4 *)d_x, d_y, NODES);
    cudaError_t st = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(st));

    cudaFree(d_bptr); cudaFree(d_bcol); cudaFree(d_blk); cudaFree(d_x); cudaFree(d_y);
    free(bptr); free(bcol); free(blk); free(x);
    return st != cudaSuccess;
}
