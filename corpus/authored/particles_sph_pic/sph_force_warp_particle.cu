#include <cuda_runtime.h>
#include <vector>
#include <cstdio>
#include <cmath>

// SPH momentum equation with Monaghan viscosity. Neighbour lists are ragged (CSR): a warp
// handles one particle, lanes take its neighbours, and butterfly shuffles add the result.

struct Params { float h, mass, alpha, c0; };

__device__ __forceinline__ float3 warpSum(float3 v)
{
#pragma unroll
    for (int m = 16; m; m >>= 1) {
        v.x += __shfl_xor_sync(0xffffffff, v.x, m);
        v.y += __shfl_xor_sync(0xffffffff, v.y, m);
        v.z += __shfl_xor_sync(0xffffffff, v.z, m);
    }
    return v;
}

__global__ void sphForce(const float4* __restrict__ xr,      // position, density
                         const float4* __restrict__ vp,      // velocity, pressure
                         const int* __restrict__ first, const int* __restrict__ nbr,
                         float3* __restrict__ acc, int n, Params P)
{
    const int i = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    const int lane = threadIdx.x & 31;
    if (i >= n) return;

    const float4 a = xr[i], va = vp[i];
    const float pa = va.w / (a.w * a.w);
    float3 f = make_float3(0.f, 0.f, 0.f);
    const int last = first[i + 1];
    for (int k = first[i] + lane; k < last; k += 32) {
        const int j = nbr[k];
        const float4 b = xr[j], vb = vp[j];
        const float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
        const float r2 = dx * dx + dy * dy + dz * dz;
        const float q = sqrtf(r2) / P.h;
        if (q > 1e-6f && q < 2.f) {
            // Wendland C2 gradient over r
            const float t = 1.f - 0.5f * q;
            const float dw = -1.044453f * t * t * t / (P.h * P.h * P.h * P.h * P.h) * 2.f;
            const float vr = (va.x - vb.x) * dx + (va.y - vb.y) * dy + (va.z - vb.z) * dz;
            const float mu = P.h * fminf(vr, 0.f) / (r2 + 0.01f * P.h * P.h);
            const float visc = -2.f * P.alpha * P.c0 * mu / (a.w + b.w);
            const float s = -P.mass * (pa + vb.w / (b.w * b.w) + visc) * dw;
            f.x += s * dx; f.y += s * dy; f.z += s * dz;
        }
    }
    f = warpSum(f);
    if (lane == 0) acc[i] = make_float3(f.x, f.y, f.z - 9.81f);
}

int main()
{
    const int side = 32, n = side * side * side, per = 60;
    std::vector<float4> xr(n), vp(n);
    std::vector<int> first(n + 1), nbr(n * per);
    for (int i = 0; i < n; ++i) {
        xr[i] = make_float4(0.01f * (i % side), 0.01f * (i / side % side), 0.01f * (i / (side * side)), 1000.f);
        vp[i] = make_float4(0.1f * (i % 3), 0.f, -0.1f * (i % 5), 9.81f * (32 - i / (side * side)));
    }
    for (int i = 0; i <= n; ++i) first[i] = i * per;
    for (int k = 0; k < n * per; ++k) {
        // slots run through lattice offsets around the particle
        const int i = k / per, o = k % per;
        const int j = i + (o % 4 - 2) + side * (o / 4 % 4 - 2) + side * side * (o / 16 - 2);
        nbr[k] = (j + n) % n;
    }

    float4 *dx, *dv;
    int *df, *dn;
    float3* da;
    cudaMalloc(&dx, n * sizeof(float4));
    cudaMalloc(&dv, n * sizeof(float4));
    cudaMalloc(&df, (n + 1) * sizeof(int));
    cudaMalloc(&dn, n * per * sizeof(int));
    cudaMalloc(&da, n * sizeof(float3));
    cudaMemcpy(dx, xr.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
    cudaMemcpy(dv, vp.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
    cudaMemcpy(df, first.data(), (n + 1) * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dn, nbr.data(), n * per * sizeof(int), cudaMemcpyHostToDevice);

    Params P = {0.013f, 1e-3f, 0.1f, 30.f};
    sphForce<<<n / 4, 128>>>(dx, dv, df, dn, da, n, P);

    float3 out;
    cudaMemcpy(&out, da + n / 2, sizeof(out), cudaMemcpyDeviceToHost);
    std::printf("a = %g %g %g\n", out.x, out.y, out.z);
    cudaFree(dx); cudaFree(dv); cudaFree(df); cudaFree(dn); cudaFree(da);
}
