// Radio interferometry: convolutional gridding of visibilities onto the uv plane.
// 8 lanes work on one visibility, each on one row of the 7x7 kernel (the last lane idles).
#include <cuda_runtime.h>
#include <cmath>
#include <complex>
#include <iostream>
#include <vector>

constexpr int GRID = 1024;
constexpr int SUPPORT = 7;
constexpr int OVERSAMPLE = 8;

__global__ void gridVisibilities(const float2* __restrict__ uv, const float2* __restrict__ vis, int n,
                                 const float* __restrict__ kernel, float2* __restrict__ plane)
{
    const int id = (blockIdx.x * blockDim.x + threadIdx.x) / 8;
    const int row = threadIdx.x % 8;
    if (id >= n || row >= SUPPORT) return;

    const float2 p = uv[id], v = vis[id];
    const int iu = (int)floorf(p.x), iv = (int)floorf(p.y);
    const int fu = (int)((p.x - iu) * OVERSAMPLE), fv = (int)((p.y - iv) * OVERSAMPLE);

    const float wv = kernel[fv * SUPPORT + row];
    float2* line = plane + (size_t)(iv + row - SUPPORT / 2) * GRID + iu - SUPPORT / 2;
#pragma unroll
    for (int k = 0; k < SUPPORT; ++k) {
        const float w = wv * kernel[fu * SUPPORT + k];
        atomicAdd(&line[k].x, w * v.x);
        atomicAdd(&line[k].y, w * v.y);
    }
}

int main()
{
    const int n = 200000;
    std::vector<float2> uv(n), vis(n);
    for (int i = 0; i < n; ++i) {
        // a filled aperture: baselines all over the plane, away from its border
        uv[i].x = 8.f + 0.05f * (i * 13 % 20000);
        uv[i].y = 8.f + 0.005f * i;
        vis[i].x = std::cos(0.3f * i);
        vis[i].y = std::sin(0.3f * i);
    }
    std::vector<float> kernel(OVERSAMPLE * SUPPORT);
    for (int o = 0; o < OVERSAMPLE; ++o)
        for (int k = 0; k < SUPPORT; ++k) {
            const float d = k - SUPPORT / 2 - (float)o / OVERSAMPLE;
            kernel[o * SUPPORT + k] = std::exp(-d * d / 2.f);
        }

    float2 *dUv, *dVis, *dPlane;
    float* dKernel;
    cudaMalloc(&dUv, n * sizeof(float2));
    cudaMalloc(&dVis, n * sizeof(float2));
    cudaMalloc(&dPlane, GRID * GRID * sizeof(float2));
    cudaMalloc(&dKernel, kernel.size() * sizeof(float));
    cudaMemcpy(dUv, uv.data(), n * sizeof(float2), cudaMemcpyHostToDevice);
    cudaMemcpy(dVis, vis.data(), n * sizeof(float2), cudaMemcpyHostToDevice);
    cudaMemcpy(dKernel, kernel.data(), kernel.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(dPlane, 0, GRID * GRID * sizeof(float2));

    gridVisibilities<<<(n * 8 + 255) / 256, 256>>>(dUv, dVis, n, dKernel, dPlane);

    std::vector<std::complex<float>> plane(GRID * GRID);
    cudaMemcpy(plane.data(), dPlane, GRID * GRID * sizeof(float2), cudaMemcpyDeviceToHost);
    size_t filled = 0;
    for (auto c : plane) filled += std::norm(c) > 0.f;
    std::cout << 100.0 * filled / plane.size() << " % of the uv plane filled\n";
    cudaFree(dUv);
    cudaFree(dVis);
    cudaFree(dPlane);
    cudaFree(dKernel);
}
