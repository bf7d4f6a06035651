#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <iostream>
#include <vector>
#include <cmath>

namespace cg = cooperative_groups;

// Sum of squares of all gradients into one double.
__global__ void sumOfSquares(const float* __restrict__ grad, size_t n, double* total)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    double local = 0.0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        local += (double)grad[i] * grad[i];
    for (int off = 16; off > 0; off /= 2)
        local += warp.shfl_down(local, off);
    if (warp.thread_rank() == 0)
        atomicAdd(total, local);
}

__global__ void scaleIfTooLong(float* grad, size_t n, const double* total, float maxNorm)
{
    const float norm = (float)sqrt(*total);
    if (norm <= maxNorm)
        return;
    const float scale = maxNorm / (norm + 1e-6f);
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        grad[i] *= scale;
}

int main()
{
    const size_t n = 6000000;
    const float maxNorm = 1.0f;
    std::vector<float> grad(n);
    for (size_t i = 0; i < n; ++i)
        grad[i] = 0.01f * ((i % 5) - 2.0f);

    float* dGrad;
    double* dTotal;
    cudaMalloc(&dGrad, n * sizeof(float));
    cudaMalloc(&dTotal, sizeof(double));
    cudaMemcpy(dGrad, grad.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(dTotal, 0, sizeof(double));

    cudaStream_t s;
    cudaStreamCreate(&s);
    sumOfSquares<<<264, 512, 0, s>>>(dGrad, n, dTotal);
    scaleIfTooLong<<<1056, 256, 0, s>>>(dGrad, n, dTotal, maxNorm);
    cudaStreamSynchronize(s);

    double total = 0;
    cudaMemcpy(&total, dTotal, sizeof(double), cudaMemcpyDeviceToHost);
    cudaMemcpy(grad.data(), dGrad, n * sizeof(float), cudaMemcpyDeviceToHost);
    double after = 0;
    for (float x : grad) after += (double)x * x;
    std::cout << "norm " << std::sqrt(total) << " -> " << std::sqrt(after) << '\n';

    cudaStreamDestroy(s);
    cudaFree(dGrad);
    cudaFree(dTotal);
    return 0;
}
