#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <vector>

struct AdamWConfig
{
    float lr = 3e-4f;
    float beta1 = 0.9f;
    float beta2 = 0.95f;
    float eps = 1e-8f;
    float decay = 0.1f;
    float correction1 = 1.f;   // 1 - beta1^t
    float correction2 = 1.f;   // 1 - beta2^t
};

__device__ __forceinline__ void stepOne(float& w, float g, float& m, float& v, const AdamWConfig& c)
{
    m = c.beta1 * m + (1.f - c.beta1) * g;
    v = c.beta2 * v + (1.f - c.beta2) * g * g;
    const float update = (m / c.correction1) / (sqrtf(v / c.correction2) + c.eps);
    w -= c.lr * (update + c.decay * w);
}

__global__ void adamwStep(float4* __restrict__ w, const float4* __restrict__ g,
                          float4* __restrict__ m, float4* __restrict__ v,
                          int vectors, AdamWConfig c)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= vectors) return;
    float4 wi = w[i], gi = g[i], mi = m[i], vi = v[i];
    stepOne(wi.x, gi.x, mi.x, vi.x, c);
    stepOne(wi.y, gi.y, mi.y, vi.y, c);
    stepOne(wi.z, gi.z, mi.z, vi.z, c);
    stepOne(wi.w, gi.w, mi.w, vi.w, c);
    w[i] = wi;
    m[i] = mi;
    v[i] = vi;
}

int main()
{
    const int params = 8 * 1024 * 1024;
    const size_t bytes = params * sizeof(float);
    std::vector<float> w(params), g(params);
    for (int i = 0; i < params; ++i) {
        w[i] = 0.02f * std::sin(0.1f * i);
        g[i] = 0.001f * std::cos(0.07f * i);
    }

    float4 *dw, *dg, *dm, *dv;
    cudaMalloc(&dw, bytes);
    cudaMalloc(&dg, bytes);
    cudaMalloc(&dm, bytes);
    cudaMalloc(&dv, bytes);
    cudaMemcpy(dw, w.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(dg, g.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemset(dm, 0, bytes);
    cudaMemset(dv, 0, bytes);

    AdamWConfig c;
    const int threads = 256, blocks = params / 4 / threads;
    for (int t = 1; t <= 4; ++t) {
        c.correction1 = 1.f - std::pow(c.beta1, (float)t);
        c.correction2 = 1.f - std::pow(c.beta2, (float)t);
        adamwStep<<<blocks, threads>>>(dw, dg, dm, dv, params / 4, c);
    }
    cudaMemcpy(w.data(), dw, bytes, cudaMemcpyDeviceToHost);
    printf("w[1] after four steps: %.8f\n", w[1]);
    cudaFree(dw); cudaFree(dg); cudaFree(dm); cudaFree(dv);
    return 0;
}
