// Brute-force closest hit: every ray against every triangle (Moller-Trumbore), triangles
// staged through shared memory as vertex + two edges.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA_TRY(expr)                                                                        \
    do {                                                                                      \
        const cudaError_t rc = (expr);                                                        \
        if (rc != cudaSuccess) {                                                              \
            std::fprintf(stderr, "%s failed: %s\n", #expr, cudaGetErrorString(rc));           \
            std::exit(EXIT_FAILURE);                                                          \
        }                                                                                     \
    } while (0)

struct Tri { float4 v0, e1, e2; };
struct Ray { float3 o, d; };
struct Hit { float t, u, v; int tri; };

constexpr int kBatch = 128;

__device__ inline float3 cross3(float3 a, float3 b)
{
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
__device__ inline float dot3(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ inline float3 xyz(float4 a) { return make_float3(a.x, a.y, a.z); }

__global__ void closestHit(const Ray* __restrict__ rays, int nRays, const Tri* __restrict__ tris, int nTris,
                           Hit* __restrict__ hits)
{
    __shared__ Tri batch[kBatch];
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const Ray ray = rays[min(idx, nRays - 1)];
    Hit best{1e30f, 0.f, 0.f, -1};

    for (int base = 0; base < nTris; base += kBatch) {
        const int count = min(kBatch, nTris - base);
        if (threadIdx.x < count) batch[threadIdx.x] = tris[base + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < count; ++k) {
            const float3 e1 = xyz(batch[k].e1), e2 = xyz(batch[k].e2), v0 = xyz(batch[k].v0);
            const float3 p = cross3(ray.d, e2);
            const float det = dot3(e1, p);
            if (fabsf(det) < 1e-8f) continue;
            const float inv = 1.0f / det;
            const float3 s = make_float3(ray.o.x - v0.x, ray.o.y - v0.y, ray.o.z - v0.z);
            const float u = dot3(s, p) * inv;
            const float3 q = cross3(s, e1);
            const float v = dot3(ray.d, q) * inv;
            const float t = dot3(e2, q) * inv;
            if (u >= 0.f && v >= 0.f && u + v <= 1.f && t > 1e-4f && t < best.t)
                best = Hit{t, u, v, base + k};
        }
        __syncthreads();
    }
    if (idx < nRays) hits[idx] = best;
}

int main()
{
    const int nRays = 65536, nTris = 1536;
    std::vector<Ray> rays(nRays);
    std::vector<Tri> tris(nTris);
    unsigned seed = 17;
    auto rnd = [&seed]() {
        seed = seed * 1664525u + 1013904223u;
        return (seed >> 8) * (1.0f / 16777216.0f);
    };
    for (auto& t : tris) {
        t.v0 = make_float4(4.f * rnd() - 2.f, 4.f * rnd() - 2.f, 2.f + 4.f * rnd(), 0.f);
        t.e1 = make_float4(0.3f * rnd(), 0.1f * rnd(), 0.1f * rnd(), 0.f);
        t.e2 = make_float4(0.1f * rnd(), 0.3f * rnd(), 0.1f * rnd(), 0.f);
    }
    for (int i = 0; i < nRays; ++i) {
        rays[i].o = make_float3(0.f, 0.f, -3.f);
        rays[i].d = make_float3((i % 256) / 256.f - 0.5f, (i / 256) / 256.f - 0.5f, 1.f);
    }

    Ray* dRays; Tri* dTris; Hit* dHits;
    CUDA_TRY(cudaMalloc(&dRays, nRays * sizeof(Ray)));
    CUDA_TRY(cudaMalloc(&dTris, nTris * sizeof(Tri)));
    CUDA_TRY(cudaMalloc(&dHits, nRays * sizeof(Hit)));
    CUDA_TRY(cudaMemcpy(dRays, rays.data(), nRays * sizeof(Ray), cudaMemcpyHostToDevice));
    CUDA_TRY(cudaMemcpy(dTris, tris.data(), nTris * sizeof(Tri), cudaMemcpyHostToDevice));

    closestHit<<<nRays / kBatch, kBatch>>>(dRays, nRays, dTris, nTris, dHits);
    CUDA_TRY(cudaGetLastError());

    std::vector<Hit> hits(nRays);
    CUDA_TRY(cudaMemcpy(hits.data(), dHits, nRays * sizeof(Hit), cudaMemcpyDeviceToHost));
    int n = 0;
    for (const Hit& h : hits) n += h.tri >= 0;
    std::printf("%d of %d rays hit something\n", n, nRays);
    cudaFree(dRays); cudaFree(dTris); cudaFree(dHits);
}
