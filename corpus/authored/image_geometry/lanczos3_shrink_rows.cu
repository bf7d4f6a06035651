// Halves the width of a single-channel image with a Lanczos-3 kernel (12 taps at scale 2).
// The weights are the same for every output since the phase is fixed.
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

constexpr int kTaps = 12;

struct Weights {
    float w[kTaps];
};

template <int BLOCK>
__global__ __launch_bounds__(BLOCK) void shrinkRowsBy2(const float* __restrict__ src, float* __restrict__ dst,
                                                       int srcWidth, Weights k)
{
    __shared__ float line[2 * BLOCK + kTaps];

    const int dstWidth = srcWidth / 2;
    const float* row = src + (size_t)blockIdx.y * srcWidth;
    const int first = 2 * (int)(blockIdx.x * BLOCK) - kTaps / 2 + 1;

    for (int i = threadIdx.x; i < 2 * BLOCK + kTaps; i += BLOCK)
        line[i] = row[min(max(first + i, 0), srcWidth - 1)];
    __syncthreads();

    const int ox = blockIdx.x * BLOCK + threadIdx.x;
    if (ox >= dstWidth)
        return;
    float acc0 = 0.f, acc1 = 0.f;
#pragma unroll
    for (int t = 0; t < kTaps; t += 2) {
        acc0 += k.w[t] * line[2 * threadIdx.x + t];
        acc1 += k.w[t + 1] * line[2 * threadIdx.x + t + 1];
    }
    dst[(size_t)blockIdx.y * dstWidth + ox] = acc0 + acc1;
}

static double lanczos3(double x)
{
    if (std::fabs(x) < 1e-9) return 1.0;
    if (std::fabs(x) >= 3.0) return 0.0;
    const double p = 3.14159265358979 * x;
    return 3.0 * std::sin(p) * std::sin(p / 3.0) / (p * p);
}

int main()
{
    constexpr int W = 4096, H = 1024, BLOCK = 128;
    Weights k;
    double sum = 0;
    for (int t = 0; t < kTaps; ++t) {
        k.w[t] = (float)lanczos3((t - 5.5) / 2.0);
        sum += k.w[t];
    }
    for (int t = 0; t < kTaps; ++t) k.w[t] = float(k.w[t] / sum);

    std::vector<float> img((size_t)W * H);
    for (size_t i = 0; i < img.size(); ++i) img[i] = float((i * 2654435761u) >> 16 & 1023) / 1023.f;

    float *dSrc, *dDst;
    cudaMalloc(&dSrc, sizeof(float) * W * H);
    cudaMalloc(&dDst, sizeof(float) * W / 2 * H);
    cudaMemcpy(dSrc, img.data(), sizeof(float) * W * H, cudaMemcpyHostToDevice);
    shrinkRowsBy2<BLOCK><<<dim3(W / 2 / BLOCK, H), BLOCK>>>(dSrc, dDst, W, k);

    std::vector<float> res((size_t)W / 2 * H);
    cudaMemcpy(res.data(), dDst, sizeof(float) * res.size(), cudaMemcpyDeviceToHost);
    std::array<float, 2> range{res[0], res[0]};
    for (float v : res) {
        range[0] = std::fmin(range[0], v);
        range[1] = std::fmax(range[1], v);
    }
    std::printf("range after shrinking: %.3f .. %.3f\n", range[0], range[1]);
    cudaFree(dSrc);
    cudaFree(dDst);
}
