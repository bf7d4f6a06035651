#include <cassert>
#include <cuda_runtime.h>
#include <vector>
#include <cstdio>

// Gram matrix: lower triangle of C = A * A^T, A is n x k row major.
template <int T>
__global__ void SyrkLower(const float* A, float* C, int n, int k)
{
    if (blockIdx.x > blockIdx.y) return;      // whole block lies above the diagonal

    __shared__ float rowsI[T][T + 1];
    __shared__ float rowsJ[T][T + 1];

    int i = blockIdx.y * T + threadIdx.y;
    int j = blockIdx.x * T + threadIdx.x;
    int jLoad = blockIdx.x * T + threadIdx.y;

    float dot = 0.0f;
    for (int p = 0; p < k; p += T)
    {
        rowsI[threadIdx.y][threadIdx.x] = A[i * k + p + threadIdx.x];
        rowsJ[threadIdx.y][threadIdx.x] = A[jLoad * k + p + threadIdx.x];
        __syncthreads();
        #pragma unroll 8
        for (int q = 0; q < T; ++q)
            dot += rowsI[threadIdx.y][q] * rowsJ[threadIdx.x][q];
        __syncthreads();
    }
    if (j <= i)
        C[i * n + j] = dot;
}

int main()
{
    const int n = 1536;
    const int k = 384;
    const int T = 32;
    static_assert(n % T == 0 && k % T == 0, "sizes must be multiples of the tile");

    std::vector<float> samples(n * k);
    for (int i = 0; i < n * k; i++)
        samples[i] = ((i * 37) % 255) / 255.0f - 0.5f;

    float* devA = nullptr;
    float* devC = nullptr;
    assert(cudaMalloc(&devA, n * k * sizeof(float)) == cudaSuccess);
    assert(cudaMalloc(&devC, n * n * sizeof(float)) == cudaSuccess);
    cudaMemcpy(devA, samples.data(), n * k * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(devC, 0, n * n * sizeof(float));

    SyrkLower<T><<<dim3(n / T, n / T), dim3(T, T)>>>(devA, devC, n, k);
    if (cudaDeviceSynchronize() != cudaSuccess)
    {
        std::puts("kernel failed");
        return 1;
    }
    cudaFree(devA);
    cudaFree(devC);
    return 0;
}
