#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// Sparse forward substitution by level sets. The matrix is the lower part of
// a 2-D five-point factor: node (i, j) needs its west and south neighbours, so
// the levels are the anti-diagonals i + j = const. One launch per level.

constexpr int NX = 48;
constexpr int NY = 48;

__global__ void solveLevel(const float* __restrict__ diag, const float* __restrict__ west,
                           const float* __restrict__ south, const float* __restrict__ rhs,
                           float* x, int level, int iFirst, int count)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= count) return;
    const int i = iFirst + t;
    const int j = level - i;
    const int p = j * NX + i;

    float r = rhs[p];
    if (i > 0) r -= west[p] * x[p - 1];
    if (j > 0) r -= south[p] * x[p - NX];
    x[p] = r / diag[p];
}

int main()
{
    const int n = NX * NY;
    std::vector<float> d(n, 4.0f), w(n, -1.0f), s(n, -1.0f), b(n, 1.0f);

    float *dD, *dW, *dS, *dB, *dX;
    cudaMalloc(&dD, n * sizeof(float));
    cudaMalloc(&dW, n * sizeof(float));
    cudaMalloc(&dS, n * sizeof(float));
    cudaMalloc(&dB, n * sizeof(float));
    cudaMalloc(&dX, n * sizeof(float));
    cudaMemcpy(dD, d.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dW, w.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dS, s.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dB, b.data(), n * sizeof(float), cudaMemcpyHostToDevice);

    for (int level = 0; level <= NX + NY - 2; ++level) {
        const int iFirst = level < NY ? 0 : level - NY + 1;
        const int iLast = level < NX ? level : NX - 1;
        const int count = iLast - iFirst + 1;
        solveLevel<<<(count + 31) / 32, 32>>>(dD, dW, dS, dB, dX, level, iFirst, count);
    }

    std::vector<float> x(n);
    cudaMemcpy(x.data(), dX, n * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("x at the far corner: %f\n", x[n - 1]);
    cudaFree(dD); cudaFree(dW); cudaFree(dS); cudaFree(dB); cudaFree(dX);
    return 0;
}
