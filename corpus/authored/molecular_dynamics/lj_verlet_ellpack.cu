#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// Lennard-Jones with a Verlet list in ELLPACK form: neighbour k of atom i at list[k * stride + i],
// padded with the atom itself (distance zero is masked out). Two neighbours per trip.

__device__ __forceinline__ void interact(const float3 d, float rc2, float3& f)
{
    const float r2 = d.x * d.x + d.y * d.y + d.z * d.z;
    const bool in = r2 < rc2 && r2 > 0.f;
    const float i2 = in ? __frcp_rn(r2) : 0.f;
    const float i6 = i2 * i2 * i2;
    const float w = i2 * i6 * (48.f * i6 - 24.f);
    f.x += w * d.x;
    f.y += w * d.y;
    f.z += w * d.z;
}

template <int MAXN>
__global__ void verletForces(const float* __restrict__ x, const float* __restrict__ y, const float* __restrict__ z,
                             const int* __restrict__ list, float3* __restrict__ force, int n, float rc2)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float xi = x[i], yi = y[i], zi = z[i];
    float3 f0 = make_float3(0.f, 0.f, 0.f), f1 = f0;
#pragma unroll 4
    for (int k = 0; k < MAXN; k += 2) {
        const int a = list[k * n + i], b = list[(k + 1) * n + i];
        interact(make_float3(xi - x[a], yi - y[a], zi - z[a]), rc2, f0);
        interact(make_float3(xi - x[b], yi - y[b], zi - z[b]), rc2, f1);
    }
    force[i] = make_float3(f0.x + f1.x, f0.y + f1.y, f0.z + f1.z);
}

int main()
{
    constexpr int MAXN = 64;
    const int side = 40, n = side * side * side;
    std::vector<float> hx(n), hy(n), hz(n);
    std::vector<int> list(MAXN * n);
    for (int i = 0; i < n; ++i) {
        hx[i] = 1.1f * (i % side);
        hy[i] = 1.1f * (i / side % side);
        hz[i] = 1.1f * (i / (side * side));
    }
    // a 4x4x4 stencil of lattice neighbours, clamped into the crystal
    for (int k = 0; k < MAXN; ++k)
        for (int i = 0; i < n; ++i) {
            int j = i + (k % 4 - 2) + side * (k / 4 % 4 - 2) + side * side * (k / 16 - 2);
            list[k * n + i] = j < 0 ? 0 : (j >= n ? n - 1 : j);
        }

    float *x, *y, *z;
    int* dl;
    float3* f;
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    cudaMalloc(&z, n * sizeof(float));
    cudaMalloc(&dl, list.size() * sizeof(int));
    cudaMalloc(&f, n * sizeof(float3));
    cudaMemcpy(x, hx.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(y, hy.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(z, hz.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dl, list.data(), list.size() * sizeof(int), cudaMemcpyHostToDevice);

    verletForces<MAXN><<<(n + 191) / 192, 192>>>(x, y, z, dl, f, n, 6.25f);

    float3 mid;
    cudaMemcpy(&mid, f + n / 2, sizeof(mid), cudaMemcpyDeviceToHost);
    std::printf("force on the middle atom %g %g %g\n", mid.x, mid.y, mid.z);
    cudaFree(x); cudaFree(y); cudaFree(z); cudaFree(dl); cudaFree(f);
}
