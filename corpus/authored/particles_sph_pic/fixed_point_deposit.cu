#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

// Bitwise reproducible charge deposition: weights are rounded to 2^-32 and summed with 64-bit integer
// atomics, whose order does not matter. Second kernel turns the sums back into doubles.

typedef unsigned long long u64;

const int GRID = 256;
const double ONE = 4294967296.0;

__device__ inline void add(u64* cell, float w)
{
    atomicAdd(cell, (u64)(long long)(w * (float)ONE));
}

__global__ void depositFixed(const float* px, const float* py, const float* charge, int n, u64* acc)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = px[i] * (GRID - 1), y = py[i] * (GRID - 1), q = charge[i];
    int ix = min((int)x, GRID - 2), iy = min((int)y, GRID - 2);
    float fx = x - ix, fy = y - iy;
    u64* c = acc + iy * GRID + ix;
    add(c, q * (1.0f - fx) * (1.0f - fy));
    add(c + 1, q * fx * (1.0f - fy));
    add(c + GRID, q * (1.0f - fx) * fy);
    add(c + GRID + 1, q * fx * fy);
}

__global__ void toDouble(const u64* acc, double* rho)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    rho[c] = (double)(long long)acc[c] / ONE;
}

int main()
{
    const int n = 500000, cells = GRID * GRID;
    float* h = new float[n];
    float *px, *py, *q;
    u64* acc;
    double* rho;
    cudaMalloc(&px, n * sizeof(float));
    cudaMalloc(&py, n * sizeof(float));
    cudaMalloc(&q, n * sizeof(float));
    cudaMalloc(&acc, cells * sizeof(u64));
    cudaMalloc(&rho, cells * sizeof(double));

    srand(17);
    for (int i = 0; i < n; ++i) h[i] = (float)rand() / RAND_MAX;
    cudaMemcpy(px, h, n * sizeof(float), cudaMemcpyHostToDevice);
    for (int i = 0; i < n; ++i) h[i] = (float)rand() / RAND_MAX;
    cudaMemcpy(py, h, n * sizeof(float), cudaMemcpyHostToDevice);
    for (int i = 0; i < n; ++i) h[i] = (i & 1) ? 1.0f : -0.5f;
    cudaMemcpy(q, h, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(acc, 0, cells * sizeof(u64));

    depositFixed<<<(n + 255) / 256, 256>>>(px, py, q, n, acc);
    toDouble<<<cells / 256, 256>>>(acc, rho);

    double* out = new double[cells];
    cudaMemcpy(out, rho, cells * sizeof(double), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int c = 0; c < cells; ++c) sum += out[c];
    printf("charge %.6f, expected %.1f\n", sum, 0.25 * n);
    cudaFree(px); cudaFree(py); cudaFree(q); cudaFree(acc); cudaFree(rho);
    delete[] h;
    delete[] out;
}
