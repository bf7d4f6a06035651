#include <cstdio>
#include <cmath>
#include <vector>
#include <cuda_runtime.h>

// Catmull-Rom bicubic enlargement, border replicated.

__device__ __forceinline__ float4 catmullRom(float t)
{
    float4 w;
    w.x = t * (-0.5f + t * (1.0f - 0.5f * t));
    w.y = 1.0f + t * t * (-2.5f + 1.5f * t);
    w.z = t * (0.5f + t * (2.0f - 1.5f * t));
    w.w = t * t * (-0.5f + 0.5f * t);
    return w;
}

__global__ void bicubicUpscale(const float* __restrict__ src, int sw, int sh,
                               float* __restrict__ dst, int dw, int dh,
                               float scaleX, float scaleY)
{
    const int ox = blockIdx.x * 32 + threadIdx.x;
    const int oy = blockIdx.y * 8 + threadIdx.y;
    if (ox >= dw || oy >= dh)
        return;

    const float fx = (ox + 0.5f) * scaleX - 0.5f;
    const float fy = (oy + 0.5f) * scaleY - 0.5f;
    const int ix = (int)floorf(fx), iy = (int)floorf(fy);
    const float4 wx = catmullRom(fx - ix);
    const float4 wy = catmullRom(fy - iy);

    const int x0 = max(ix - 1, 0);
    const int x1 = max(ix, 0);
    const int x2 = min(ix + 1, sw - 1);
    const int x3 = min(ix + 2, sw - 1);

    float column[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const int y = min(max(iy - 1 + k, 0), sh - 1);
        const float* line = src + y * sw;
        column[k] = wx.x * line[x0] + wx.y * line[x1] + wx.z * line[x2] + wx.w * line[x3];
    }
    dst[oy * dw + ox] = wy.x * column[0] + wy.y * column[1] + wy.z * column[2] + wy.w * column[3];
}

int main()
{
    const int sw = 640, sh = 480;
    const int dw = 1600, dh = 1200;

    std::vector<float> small(sw * sh), big(dw * dh);
    for (int y = 0; y < sh; ++y)
        for (int x = 0; x < sw; ++x)
            small[y * sw + x] = 0.5f + 0.5f * std::sin(0.05f * x) * std::cos(0.03f * y);

    float *dSmall, *dBig;
    cudaMalloc(&dSmall, small.size() * sizeof(float));
    cudaMalloc(&dBig, big.size() * sizeof(float));
    cudaMemcpy(dSmall, small.data(), small.size() * sizeof(float), cudaMemcpyHostToDevice);

    dim3 block(32, 8), grid((dw + 31) / 32, (dh + 7) / 8);
    bicubicUpscale<<<grid, block>>>(dSmall, sw, sh, dBig, dw, dh, float(sw) / dw, float(sh) / dh);
    cudaMemcpy(big.data(), dBig, big.size() * sizeof(float), cudaMemcpyDeviceToHost);

    // the enlarged sine must still be that sine
    double worst = 0;
    for (int y = 10; y < dh - 10; ++y)
        for (int x = 10; x < dw - 10; ++x) {
            double u = (x + 0.5) * sw / dw - 0.5, v = (y + 0.5) * sh / dh - 0.5;
            double want = 0.5 + 0.5 * std::sin(0.05 * u) * std::cos(0.03 * v);
            worst = std::fmax(worst, std::fabs(want - big[y * dw + x]));
        }
    std::printf("largest deviation %.2e\n", worst);
    cudaFree(dSmall);
    cudaFree(dBig);
    return worst < 1e-3 ? 0 : 1;
}
