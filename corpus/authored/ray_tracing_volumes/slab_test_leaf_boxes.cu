// Which of the 32 boxes of a wide BVH leaf does a ray touch? Answer: a 32-bit mask per ray.
#include <cuda_runtime.h>
#include <cstdint>
#include <iostream>
#include <vector>

struct LeafBoxes {
    float4 lo[32];      // w unused
    float4 hi[32];
};

__constant__ LeafBoxes leaf;

__global__ void __launch_bounds__(128)
slabMask(const float4* __restrict__ originTmax, const float4* __restrict__ invDirection,
         uint32_t* __restrict__ mask, int n)
{
    const int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        const float4 o = originTmax[i];
        const float4 r = invDirection[i];
        uint32_t m = 0;
#pragma unroll 8
        for (int b = 0; b < 32; ++b) {
            const float4 lo = leaf.lo[b], hi = leaf.hi[b];
            const float x0 = (lo.x - o.x) * r.x, x1 = (hi.x - o.x) * r.x;
            const float y0 = (lo.y - o.y) * r.y, y1 = (hi.y - o.y) * r.y;
            const float z0 = (lo.z - o.z) * r.z, z1 = (hi.z - o.z) * r.z;
            const float tNear = fmaxf(fmaxf(fminf(x0, x1), fminf(y0, y1)), fmaxf(fminf(z0, z1), 0.0f));
            const float tFar = fminf(fminf(fmaxf(x0, x1), fmaxf(y0, y1)), fminf(fmaxf(z0, z1), o.w));
            m |= (tNear <= tFar ? 1u : 0u) << b;
        }
        mask[i] = m;
    }
}

int main()
{
    constexpr int nRays = 1 << 18;
    LeafBoxes h;
    for (int b = 0; b < 32; ++b) {
        const float x = float(b % 4), y = float(b / 4 % 4), z = float(b / 16);
        h.lo[b] = make_float4(x, y, z, 0.f);
        h.hi[b] = make_float4(x + 0.7f, y + 0.7f, z + 0.7f, 0.f);
    }
    cudaMemcpyToSymbol(leaf, &h, sizeof h);

    std::vector<float4> org(nRays), inv(nRays);
    for (int i = 0; i < nRays; ++i) {
        org[i] = make_float4(-1.f, (i % 512) / 128.f, (i / 512) / 256.f, 100.f);
        inv[i] = make_float4(1.f, 1.f / (0.01f + (i % 7) * 0.02f), 1.f / (0.015f + (i % 5) * 0.01f), 0.f);
    }
    float4 *dOrg, *dInv;
    uint32_t* dMask;
    cudaMalloc(&dOrg, nRays * sizeof(float4));
    cudaMalloc(&dInv, nRays * sizeof(float4));
    cudaMalloc(&dMask, nRays * sizeof(uint32_t));
    cudaMemcpy(dOrg, org.data(), nRays * sizeof(float4), cudaMemcpyHostToDevice);
    cudaMemcpy(dInv, inv.data(), nRays * sizeof(float4), cudaMemcpyHostToDevice);

    slabMask<<<512, 128>>>(dOrg, dInv, dMask, nRays);

    std::vector<uint32_t> got(nRays);
    cudaMemcpy(got.data(), dMask, nRays * sizeof(uint32_t), cudaMemcpyDeviceToHost);
    size_t touched = 0;
    for (uint32_t m : got) touched += __builtin_popcount(m);
    std::cout << double(touched) / nRays << " boxes per ray\n";
    cudaFree(dOrg);
    cudaFree(dInv);
    cudaFree(dMask);
}
