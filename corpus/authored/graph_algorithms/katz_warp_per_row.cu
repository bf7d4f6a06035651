#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <vector>

// x' = alpha * A^T x + beta, one warp gathers one row.
template <int WARPS>
__global__ void __launch_bounds__(WARPS * 32)
katz_step(int rows, const int *__restrict__ ptr, const int *__restrict__ col,
          const float *__restrict__ x, float *__restrict__ y, float alpha, float beta)
{
    const int lane = threadIdx.x & 31;
    const int row = blockIdx.x * WARPS + (threadIdx.x >> 5);
    if (row >= rows) return;

    float acc = 0.f;
    for (int j = ptr[row] + lane; j < ptr[row + 1]; j += 32)
        acc += __ldg(&x[col[j]]);

    #pragma unroll
    for (int d = 16; d > 0; d >>= 1)
        acc += __shfl_down_sync(0xffffffffu, acc, d);

    if (lane == 0) y[row] = fmaf(alpha, acc, beta);
}

int main()
{
    const int rows = 200000;
    std::vector<int> ptr(rows + 1);
    for (int r = 0; r <= rows; ++r) ptr[r] = r * 40;       // 40 in-links each
    const int nnz = rows * 40;

    std::vector<int> col(nnz);
    for (int j = 0; j < nnz; ++j) col[j] = (int)((j * 2246822519u) % (unsigned)rows);

    std::vector<float> x0(rows, 1.0f);

    int *dPtr, *dCol;
    float *dA, *dB;
    cudaMalloc(&dPtr, (rows + 1) * sizeof(int));
    cudaMalloc(&dCol, nnz * sizeof(int));
    cudaMalloc(&dA, rows * sizeof(float));
    cudaMalloc(&dB, rows * sizeof(float));
    cudaMemcpy(dPtr, ptr.data(), (rows + 1) * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dCol, col.data(), nnz * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dA, x0.data(), rows * sizeof(float), cudaMemcpyHostToDevice);

    constexpr int W = 8;
    cudaEvent_t t0, t1;
    cudaEventCreate(&t0);
    cudaEventCreate(&t1);
    cudaEventRecord(t0);
    for (int it = 0; it < 10; ++it) {
        katz_step<W><<<(rows + W - 1) / W, W * 32>>>(rows, dPtr, dCol, dA, dB, 0.01f, 1.0f);
        std::swap(dA, dB);
    }
    cudaEventRecord(t1);
    cudaEventSynchronize(t1);
    float ms;
    cudaEventElapsedTime(&ms, t0, t1);
    printf("%.3f ms per iteration, %.1f Medges/s\n", ms / 10, nnz / (ms / 10) * 1e-3);
    return 0;
}
