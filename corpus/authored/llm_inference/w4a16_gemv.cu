#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cstdint>
#include <iostream>
#include <vector>

// Weight-only 4-bit matrix-vector product. A block makes 4 output rows with 4 warps;
// activations are converted to float once and shared. Scales are per group of 128.
namespace {
constexpr int kIn = 4096;
constexpr int kOut = 4096;
constexpr int kGroup = 128;
constexpr int kRowsPerBlock = 4;
}

__global__ void __launch_bounds__(kRowsPerBlock * 32)
gemvW4(const uint4* __restrict__ packed, const __half* __restrict__ scales,
       const __half* __restrict__ act, float* __restrict__ y)
{
    __shared__ float xs[kIn + kIn / 32];      // one float of padding per 32: no bank conflicts
    const int tid = threadIdx.x;
    const __half2* act2 = reinterpret_cast<const __half2*>(act);
    for (int i = tid; i < kIn / 2; i += blockDim.x) {
        const float2 f = __half22float2(act2[i]);
        const int at = 2 * i + (i >> 4);
        xs[at] = f.x;
        xs[at + 1] = f.y;
    }
    __syncthreads();

    const int lane = tid & 31;
    const int row = blockIdx.x * kRowsPerBlock + (tid >> 5);
    const uint4* w = packed + (size_t)row * (kIn / 32);     // 32 weights in a uint4
    float total = 0.f;

#pragma unroll
    for (int it = 0; it < kIn / 32 / 32; ++it) {
        const int chunk = it * 32 + lane;
        const uint4 v = w[chunk];
        const float s = __half2float(scales[row * (kIn / kGroup) + chunk / (kGroup / 32)]);
        const uint32_t words[4] = {v.x, v.y, v.z, v.w};
        float part = 0.f;
#pragma unroll
        for (int a = 0; a < 4; ++a)
#pragma unroll
            for (int b = 0; b < 8; ++b) {
                const int q = (int)((words[a] >> (4 * b)) & 15u) - 8;
                part = fmaf((float)q, xs[chunk * 33 + a * 8 + b], part);
            }
        total = fmaf(part, s, total);
    }
#pragma unroll
    for (int d = 16; d > 0; d /= 2) total += __shfl_xor_sync(0xffffffffu, total, d);
    if (lane == 0) y[row] = total;
}

int main()
{
    std::vector<uint32_t> packed((size_t)kOut * kIn / 8);
    for (size_t i = 0; i < packed.size(); ++i) packed[i] = (uint32_t)(i * 2654435761u);
    std::vector<__half> scales(kOut * kIn / kGroup), act(kIn);
    for (size_t i = 0; i < scales.size(); ++i) scales[i] = __float2half(0.02f);
    for (int i = 0; i < kIn; ++i) act[i] = __float2half((i % 10) * 0.1f);

    uint4* dPacked;
    __half *dScales, *dAct;
    float* dY;
    cudaMalloc(&dPacked, packed.size() * sizeof(uint32_t));
    cudaMalloc(&dScales, scales.size() * sizeof(__half));
    cudaMalloc(&dAct, act.size() * sizeof(__half));
    cudaMalloc(&dY, kOut * sizeof(float));
    cudaMemcpy(dPacked, packed.data(), packed.size() * sizeof(uint32_t), cudaMemcpyHostToDevice);
    cudaMemcpy(dScales, scales.data(), scales.size() * sizeof(__half), cudaMemcpyHostToDevice);
    cudaMemcpy(dAct, act.data(), act.size() * sizeof(__half), cudaMemcpyHostToDevice);

    gemvW4<<<kOut / kRowsPerBlock, kRowsPerBlock * 32>>>(dPacked, dScales, dAct, dY);

    std::vector<float> y(kOut);
    cudaMemcpy(y.data(), dY, kOut * sizeof(float), cudaMemcpyDeviceToHost);
    std::cout << y[0] << ' ' << y[kOut - 1] << '\n';
    cudaFree(dPacked);
    cudaFree(dScales);
    cudaFree(dAct);
    cudaFree(dY);
}
