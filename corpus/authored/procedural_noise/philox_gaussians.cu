#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

// Philox4x32-10 counter generator with Box-Muller: each counter gives one float4 of
// independent standard normals.

namespace philox {

struct Key { uint32_t a, b; };

__device__ __forceinline__ uint4 round(uint4 c, Key k)
{
    const uint32_t hi0 = __umulhi(0xD2511F53u, c.x), lo0 = 0xD2511F53u * c.x;
    const uint32_t hi1 = __umulhi(0xCD9E8D57u, c.z), lo1 = 0xCD9E8D57u * c.z;
    return make_uint4(hi1 ^ c.y ^ k.a, lo1, hi0 ^ c.w ^ k.b, lo0);
}

__device__ __forceinline__ uint4 generate(uint64_t counter, Key k)
{
    uint4 c = make_uint4((uint32_t)counter, (uint32_t)(counter >> 32), 0u, 0u);
#pragma unroll
    for (int r = 0; r < 10; ++r) {
        c = round(c, k);
        k.a += 0x9E3779B9u;
        k.b += 0xBB67AE85u;
    }
    return c;
}

__device__ __forceinline__ float2 boxMuller(uint32_t a, uint32_t b)
{
    const float u = (a + 1.0f) * 2.3283064e-10f;
    const float r = sqrtf(-2.f * __logf(fminf(u, 1.f)));
    float s, c;
    __sincosf(b * 1.4629180e-9f, &s, &c);
    return make_float2(r * c, r * s);
}

}  // namespace philox

__global__ void fillNormal(float4* __restrict__ out, size_t quads, philox::Key key, uint64_t offset)
{
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t q = (size_t)blockIdx.x * blockDim.x + threadIdx.x; q < quads; q += stride) {
        const uint4 bits = philox::generate(offset + q, key);
        const float2 a = philox::boxMuller(bits.x, bits.y);
        const float2 b = philox::boxMuller(bits.z, bits.w);
        out[q] = make_float4(a.x, a.y, b.x, b.y);
    }
}

int main()
{
    const size_t n = size_t(16) << 20;
    float4* d;
    cudaMalloc(&d, n * sizeof(float));
    fillNormal<<<1056, 256>>>(d, n / 4, philox::Key{0xdeadbeefu, 42u}, 0);

    std::vector<float> v(n);
    cudaMemcpy(v.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
    double m = 0, s = 0;
    for (float x : v) {
        m += x;
        s += (double)x * x;
    }
    std::printf("mean %.5f, variance %.5f\n", m / n, s / n - (m / n) * (m / n));
    cudaFree(d);
}
