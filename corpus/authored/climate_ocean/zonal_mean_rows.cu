#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// Zonal mean [u], [v] and eddy momentum flux [u'v'] for every latitude and level.
// One warp per circle of latitude: lanes stride over longitude, two sweeps (the second hits cache).

__device__ float lanes_add(float s)
{
    s += __shfl_down_sync(0xffffffff, s, 16);
    s += __shfl_down_sync(0xffffffff, s, 8);
    s += __shfl_down_sync(0xffffffff, s, 4);
    s += __shfl_down_sync(0xffffffff, s, 2);
    s += __shfl_down_sync(0xffffffff, s, 1);
    return __shfl_sync(0xffffffff, s, 0);
}

__global__ void zonal_stats(const float* u, const float* v, float3* stats, int nlon, int rows)
{
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    const float* pu = u + (size_t)row * nlon;
    const float* pv = v + (size_t)row * nlon;

    float su = 0.f, sv = 0.f;
    for (int i = threadIdx.x; i < nlon; i += 32) {
        su += pu[i];
        sv += pv[i];
    }
    const float mu = lanes_add(su) / nlon, mv = lanes_add(sv) / nlon;

    float flux = 0.f;
    for (int i = threadIdx.x; i < nlon; i += 32)
        flux += (pu[i] - mu) * (pv[i] - mv);
    flux = lanes_add(flux) / nlon;
    if (threadIdx.x == 0) stats[row] = make_float3(mu, mv, flux);
}

int main()
{
    const int nlon = 1152, nlat = 768, nlev = 12, rows = nlat * nlev;
    const size_t n = (size_t)rows * nlon;
    std::vector<float> u(n), v(n);
    for (size_t k = 0; k < n; ++k) {
        u[k] = 10.f + 0.1f * (k % 48);
        v[k] = 0.05f * (k % 48) - 1.f;
    }
    float *du, *dv;
    float3* ds;
    cudaMalloc(&du, n * sizeof(float));
    cudaMalloc(&dv, n * sizeof(float));
    cudaMalloc(&ds, rows * sizeof(float3));
    cudaMemcpy(du, u.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dv, v.data(), n * sizeof(float), cudaMemcpyHostToDevice);

    zonal_stats<<<rows / 8, dim3(32, 8)>>>(du, dv, ds, nlon, rows);

    float3 s;
    cudaMemcpy(&s, ds + 100, sizeof(s), cudaMemcpyDeviceToHost);
    printf("[u] %f [v] %f [u'v'] %f\n", s.x, s.y, s.z);
    cudaFree(du);
    cudaFree(dv);
    cudaFree(ds);
    return 0;
}
