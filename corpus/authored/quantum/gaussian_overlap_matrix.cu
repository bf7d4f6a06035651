#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Overlap S and kinetic T matrices over normalised s-type Gaussians. 16x16 tiles of the matrix,
   exponents and centres of the row and column ranges are brought to shared memory first.     */

#define TILE 16
#define NB   2000

typedef struct { float x, y, z, alpha; } Gauss;

__global__ void one_electron(const Gauss *g, float *S, float *T, int n)
{
    __shared__ Gauss row[TILE], col[TILE];
    int i = blockIdx.y * TILE + threadIdx.y;
    int j = blockIdx.x * TILE + threadIdx.x;

    if (threadIdx.y == 0 && j < n)
        col[threadIdx.x] = g[j];
    if (threadIdx.y == 1 && blockIdx.y * TILE + threadIdx.x < n)
        row[threadIdx.x] = g[blockIdx.y * TILE + threadIdx.x];
    __syncthreads();
    if (i >= n || j >= n)
        return;

    Gauss a = row[threadIdx.y], b = col[threadIdx.x];
    float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
    float r2 = dx * dx + dy * dy + dz * dz;
    float p = a.alpha + b.alpha;
    float mu = a.alpha * b.alpha / p;
    float norm = powf(4.0f * a.alpha * b.alpha / (9.8696044f), 0.75f);
    float s = norm * powf(3.14159265f / p, 1.5f) * expf(-mu * r2);
    S[i * n + j] = s;
    T[i * n + j] = mu * (3.0f - 2.0f * mu * r2) * s;
}

int main(void)
{
    Gauss *h = (Gauss *)malloc(NB * sizeof(Gauss));
    for (int i = 0; i < NB; i++) {
        int atom = i / 4;
        h[i].x = 1.4f * (atom % 10);
        h[i].y = 1.4f * (atom / 10 % 10);
        h[i].z = 1.4f * (atom / 100);
        h[i].alpha = 0.15f * powf(3.5f, (float)(i % 4));
    }
    Gauss *g;
    float *S, *T;
    cudaMalloc(&g, NB * sizeof(Gauss));
    cudaMalloc(&S, NB * NB * sizeof(float));
    cudaMalloc(&T, NB * NB * sizeof(float));
    cudaMemcpy(g, h, NB * sizeof(Gauss), cudaMemcpyHostToDevice);

    dim3 block(TILE, TILE), grid((NB + TILE - 1) / TILE, (NB + TILE - 1) / TILE);
    one_electron<<<grid, block>>>(g, S, T, NB);

    float *m = (float *)malloc(NB * NB * sizeof(float));
    cudaMemcpy(m, S, NB * NB * sizeof(float), cudaMemcpyDeviceToHost);
    printf("S(0,0) = %f (1 expected), S(0,1) = %f, S(0,%d) = %g\n", m[0], m[1], NB - 1, m[NB - 1]);
    cudaFree(g); cudaFree(S); cudaFree(T);
    free(h); free(m);
    return 0;
}
