#include <cuda_runtime.h>
#include <cstdio>
#include <vector>
#include <cmath>

// Velocity induced by regularised point vortices (2D). Every thread owns VT target blobs in
// registers and streams over sources staged as float4 (x, y, circulation, unused).

template <int VT, int TPB>
__global__ void inducedVelocity(const float4* __restrict__ blobs, float2* __restrict__ vel, int n, float delta2)
{
    __shared__ float4 stage[TPB];
    const int first = blockIdx.x * TPB * VT + threadIdx.x;

    float px[VT], py[VT], ux[VT], uy[VT];
#pragma unroll
    for (int k = 0; k < VT; ++k) {
        const int id = min(first + k * TPB, n - 1);
        px[k] = blobs[id].x;
        py[k] = blobs[id].y;
        ux[k] = uy[k] = 0.f;
    }

    for (int base = 0; base < n; base += TPB) {
        const int j = base + threadIdx.x;
        stage[threadIdx.x] = j < n ? blobs[j] : make_float4(0.f, 0.f, 0.f, 0.f);
        __syncthreads();
#pragma unroll 8
        for (int s = 0; s < TPB; ++s) {
            const float4 b = stage[s];
#pragma unroll
            for (int k = 0; k < VT; ++k) {
                const float dx = px[k] - b.x, dy = py[k] - b.y;
                const float w = __fdividef(b.z, fmaf(dx, dx, fmaf(dy, dy, delta2)));
                ux[k] = fmaf(-w, dy, ux[k]);
                uy[k] = fmaf(w, dx, uy[k]);
            }
        }
        __syncthreads();
    }
    const float s = 0.15915494f;    // 1 / 2 pi
#pragma unroll
    for (int k = 0; k < VT; ++k)
        if (first + k * TPB < n)
            vel[first + k * TPB] = make_float2(s * ux[k], s * uy[k]);
}

int main()
{
    const int n = 20000;
    std::vector<float4> blobs(n);
    for (int i = 0; i < n; ++i) {          // two spiral sheets of opposite sign
        const float r = 0.1f + 0.9f * i / n, a = 40.f * i / n;
        blobs[i] = make_float4(r * cosf(a), r * sinf(a), (i & 1) ? -1e-4f : 1e-4f, 0.f);
    }
    float4* d_b;
    float2* d_v;
    cudaMalloc(&d_b, n * sizeof(float4));
    cudaMalloc(&d_v, n * sizeof(float2));
    cudaMemcpy(d_b, blobs.data(), n * sizeof(float4), cudaMemcpyHostToDevice);

    constexpr int VT = 4, TPB = 64;
    inducedVelocity<VT, TPB><<<(n + VT * TPB - 1) / (VT * TPB), TPB>>>(d_b, d_v, n, 1e-4f);

    std::vector<float2> v(n);
    cudaMemcpy(v.data(), d_v, n * sizeof(float2), cudaMemcpyDeviceToHost);
    double rx = 0, ry = 0;                 // reference for one target
    for (int j = 0; j < n; ++j) {
        const double dx = blobs[500].x - blobs[j].x, dy = blobs[500].y - blobs[j].y;
        const double w = blobs[j].z / (dx * dx + dy * dy + 1e-4) / 6.283185307;
        rx -= w * dy; ry += w * dx;
    }
    std::printf("gpu (%g, %g)  cpu (%g, %g)\n", v[500].x, v[500].y, rx, ry);
    cudaFree(d_b); cudaFree(d_v);
}
