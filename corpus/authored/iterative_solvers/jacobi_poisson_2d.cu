#include <stdio.h>
#include <stdlib.h>

// Laplace(u) = f on the unit square, Jacobi iteration, zero boundary
#define N 1026

__global__ void jacobi(const float *u, float *unew, const float *f, float h2)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y + 1;
    int j = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (i < N - 1 && j < N - 1) {
        unew[i * N + j] = 0.25f * (u[(i - 1) * N + j] + u[(i + 1) * N + j]
                                 + u[i * N + j - 1] + u[i * N + j + 1]
                                 - h2 * f[i * N + j]);
    }
}

int main(void)
{
    size_t bytes = N * N * sizeof(float);
    float *u, *f;
    float *d_u, *d_v, *d_f;
    float h = 1.0f / (N - 1);
    int iter;

    u = (float *)calloc(N * N, sizeof(float));
    f = (float *)malloc(bytes);
    for (int i = 0; i < N * N; i++)
        f[i] = -1.0f;

    cudaMalloc((void **)&d_u, bytes);
    cudaMalloc((void **)&d_v, bytes);
    cudaMalloc((void **)&d_f, bytes);
    cudaMemcpy(d_u, u, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_v, u, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_f, f, bytes, cudaMemcpyHostToDevice);

    dim3 tpb(16, 16);
    dim3 nblk((N - 2 + 15) / 16, (N - 2 + 15) / 16);
    for (iter = 0; iter < 100; iter++) {
        jacobi<<<nblk, tpb>>>(d_u, d_v, d_f, h * h);
        jacobi<<<nblk, tpb>>>(d_v, d_u, d_f, h * h);
    }

    cudaMemcpy(u, d_u, bytes, cudaMemcpyDeviceToHost);
    printf("u(mid) = %g\n", u[(N / 2) * N + N / 2]);
    cudaFree(d_u);
    cudaFree(d_v);
    cudaFree(d_f);
    free(u);
    free(f);
    return 0;
}
