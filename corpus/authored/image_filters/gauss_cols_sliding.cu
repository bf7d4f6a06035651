#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <thrust/device_vector.h>
#include <vector>

// Vertical Gaussian of radius 5 over a large plane. Every thread owns a float4 wide column
// strip and slides down 32 rows with the window of 11 rows kept in registers, so that each
// row is loaded once per strip (plus the halo).

constexpr int kRadius = 5;
constexpr int kTaps = 2 * kRadius + 1;
constexpr int kStrip = 32;

struct Kernel1D { float w[kRadius + 1]; };      // symmetric: centre first

__device__ __forceinline__ float4 add(float4 a, float4 b)
{
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

__device__ __forceinline__ void fma4(float4& acc, float k, float4 v)
{
    acc.x = fmaf(k, v.x, acc.x);
    acc.y = fmaf(k, v.y, acc.y);
    acc.z = fmaf(k, v.z, acc.z);
    acc.w = fmaf(k, v.w, acc.w);
}

__global__ void __launch_bounds__(128, 6)
gaussColumns(const float4* __restrict__ src, float4* __restrict__ dst, int pitch4, int height, Kernel1D k)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= pitch4) return;
    const int y0 = blockIdx.y * kStrip;

    float4 win[kTaps];
#pragma unroll
    for (int i = 0; i < kTaps - 1; ++i)
        win[i] = src[min(max(y0 - kRadius + i, 0), height - 1) * pitch4 + x];

#pragma unroll 4
    for (int r = 0; r < kStrip; ++r) {
        win[kTaps - 1] = src[min(y0 + r + kRadius, height - 1) * pitch4 + x];
        float4 acc = make_float4(0.f, 0.f, 0.f, 0.f);
        fma4(acc, k.w[0], win[kRadius]);
#pragma unroll
        for (int t = 1; t <= kRadius; ++t)
            fma4(acc, k.w[t], add(win[kRadius - t], win[kRadius + t]));
        if (y0 + r < height)
            dst[(y0 + r) * pitch4 + x] = acc;
#pragma unroll
        for (int i = 0; i < kTaps - 1; ++i)
            win[i] = win[i + 1];
    }
}

int main()
{
    const int width = 3840, height = 2160, pitch4 = width / 4;
    Kernel1D k;
    float sum = 0.f;
    for (int t = 0; t <= kRadius; ++t) {
        k.w[t] = std::exp(-t * t / 8.f);
        sum += t == 0 ? k.w[t] : 2.f * k.w[t];
    }
    for (float& w : k.w) w /= sum;

    std::vector<float> plane((size_t)width * height);
    for (size_t i = 0; i < plane.size(); ++i) plane[i] = (float)((i / width) % 64);
    thrust::device_vector<float> in(plane.begin(), plane.end()), out(plane.size());

    const dim3 grid((pitch4 + 127) / 128, (height + kStrip - 1) / kStrip);
    gaussColumns<<<grid, 128>>>(reinterpret_cast<const float4*>(thrust::raw_pointer_cast(in.data())),
                                reinterpret_cast<float4*>(thrust::raw_pointer_cast(out.data())), pitch4, height, k);
    cudaDeviceSynchronize();
    const float a = out[(size_t)100 * width], b = out[(size_t)127 * width];
    std::printf("row 100: %.3f, row 127: %.3f\n", a, b);
    return 0;
}
