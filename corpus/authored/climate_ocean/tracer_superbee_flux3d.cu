#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <algorithm>

// Zonal flux-limited (superbee) advection of a tracer. A block handles one row of 360 longitudes,
// the row with its two-cell halo sits in shared memory, fluxes are shared as well.

constexpr int NLON = 360, NLAT = 180, NLEV = 30;

__device__ float superbee(float r)
{
    return fmaxf(0.f, fmaxf(fminf(2.f * r, 1.f), fminf(r, 2.f)));
}

__global__ void advect_x(const float* __restrict__ q, const float* __restrict__ vel, float* __restrict__ out)
{
    __shared__ float sq[NLON + 4];
    __shared__ float flux[NLON + 1];
    const int i = threadIdx.x;
    const size_t row = ((size_t)blockIdx.y * NLAT + blockIdx.x) * NLON;

    if (i < NLON) sq[i + 2] = q[row + i];
    if (i < 2) {
        sq[i] = q[row + NLON - 2 + i];
        sq[NLON + 2 + i] = q[row + i];
    }
    __syncthreads();

    if (i < NLON) {
        // flux through the west face of cell i, c is the Courant number there
        const float c = vel[row + i];
        const float jump = sq[i + 2] - sq[i + 1];
        const float upwind_jump = c > 0.f ? sq[i + 1] - sq[i] : sq[i + 3] - sq[i + 2];
        const float r = upwind_jump / (fabsf(jump) > 1e-12f ? jump : 1e-12f);
        const float up = c > 0.f ? sq[i + 1] : sq[i + 2];
        const float f = c * up + 0.5f * fabsf(c) * (1.f - fabsf(c)) * superbee(r) * jump;
        flux[i] = f;
        if (i == 0) flux[NLON] = f;         // periodic
    }
    __syncthreads();
    if (i < NLON) out[row + i] = sq[i + 2] - (flux[i + 1] - flux[i]);
}

int main()
{
    const size_t n = (size_t)NLON * NLAT * NLEV;
    float* h = (float*)std::malloc(n * sizeof(float));
    float* c = (float*)std::malloc(n * sizeof(float));
    for (size_t k = 0; k < n; ++k) {
        h[k] = (k % NLON) > 100 && (k % NLON) < 140 ? 1.f : 0.f;
        c[k] = 0.4f;
    }
    float *a, *b, *v;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    cudaMalloc(&v, n * sizeof(float));
    cudaMemcpy(a, h, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(v, c, n * sizeof(float), cudaMemcpyHostToDevice);

    dim3 grid(NLAT, NLEV);
    for (int s = 0; s < 10; ++s) {
        advect_x<<<grid, 384>>>(a, v, b);
        std::swap(a, b);
    }
    cudaMemcpy(h, a, n * sizeof(float), cudaMemcpyDeviceToHost);
    float lo = *std::min_element(h, h + n), hi = *std::max_element(h, h + n);
    std::printf("tracer stays in [%g, %g]\n", lo, hi);
    cudaFree(a); cudaFree(b); cudaFree(v);
    std::free(h); std::free(c);
}
