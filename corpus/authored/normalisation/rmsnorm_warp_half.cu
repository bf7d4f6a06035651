#include <cuda_fp16.h>
#include <cstdint>
#include <cstdio>
#include <vector>

template <int Dim>
struct RmsConfig {
    static constexpr int kLanes = 32;
    static constexpr int kVec = 8;                       // halves in a 16-byte load
    static constexpr int kIters = Dim / (kLanes * kVec);
    static_assert(Dim % (kLanes * kVec) == 0, "row must split into 16-byte lane chunks");
};

template <int Dim>
__global__ void rmsnorm(const __half* __restrict__ x, const __half* __restrict__ weight,
                        __half* __restrict__ y, int rows, float eps)
{
    using C = RmsConfig<Dim>;
    const int lane = threadIdx.x;
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;

    const uint4* src = reinterpret_cast<const uint4*>(x + (size_t)row * Dim);
    const uint4* w = reinterpret_cast<const uint4*>(weight);
    uint4* dst = reinterpret_cast<uint4*>(y + (size_t)row * Dim);

    uint4 keep[C::kIters];
    float ss = 0.f;
#pragma unroll
    for (int it = 0; it < C::kIters; ++it) {
        keep[it] = src[it * 32 + lane];
        const __half2* h = reinterpret_cast<const __half2*>(&keep[it]);
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float2 f = __half22float2(h[k]);
            ss = fmaf(f.x, f.x, fmaf(f.y, f.y, ss));
        }
    }
#pragma unroll
    for (int d = 16; d; d >>= 1) ss += __shfl_xor_sync(0xffffffffu, ss, d);
    const __half2 scale = __float2half2_rn(rsqrtf(ss / Dim + eps));

#pragma unroll
    for (int it = 0; it < C::kIters; ++it) {
        uint4 wv = w[it * 32 + lane], r;
        const __half2* a = reinterpret_cast<const __half2*>(&keep[it]);
        const __half2* b = reinterpret_cast<const __half2*>(&wv);
        __half2* o = reinterpret_cast<__half2*>(&r);
#pragma unroll
        for (int k = 0; k < 4; ++k) o[k] = __hmul2(__hmul2(a[k], scale), b[k]);
        dst[it * 32 + lane] = r;
    }
}

int main()
{
    const int rows = 4096;
    const int dim = 1024;
    std::vector<__half> x((size_t)rows * dim), w(dim, __float2half(1.25f));
    for (size_t i = 0; i < x.size(); ++i) x[i] = __float2half((float)(i % 97) * 0.02f - 0.9f);

    __half *dx, *dw, *dy;
    cudaMalloc(&dx, x.size() * 2);
    cudaMalloc(&dy, x.size() * 2);
    cudaMalloc(&dw, dim * 2);
    cudaMemcpy(dx, x.data(), x.size() * 2, cudaMemcpyHostToDevice);
    cudaMemcpy(dw, w.data(), dim * 2, cudaMemcpyHostToDevice);

    dim3 block(32, 4);
    rmsnorm<dim><<<rows / 4, block>>>(dx, dw, dy, rows, 1e-6f);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;

    cudaMemcpy(x.data(), dy, x.size() * 2, cudaMemcpyDeviceToHost);
    double ms = 0;
    for (int j = 0; j < dim; ++j) ms += (double)__half2float(x[j]) * __half2float(x[j]);
    printf("rms of row 0: %f\n", sqrt(ms / dim));
    cudaFree(dx); cudaFree(dy); cudaFree(dw);
    return 0;
}
