#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

// 2D P-SV elastic waves on a staggered grid (4th order in space): stress from velocity.
// txx, tzz at integer points, txz at half points, all fields nz x nx, x fastest.

const float C1 = 9.0f / 8.0f;
const float C2 = -1.0f / 24.0f;

__global__ void update_stress(float *txx, float *tzz, float *txz,
                              const float *vx, const float *vz,
                              const float *lambda, const float *mu,
                              int nx, int nz, float dt_h)
{
    int ix = blockIdx.x * blockDim.x + threadIdx.x + 2;
    int iz = blockIdx.y * blockDim.y + threadIdx.y + 2;
    if (ix >= nx - 2 || iz >= nz - 2) return;
    int k = iz * nx + ix;

    float dvx_dx = C1 * (vx[k] - vx[k - 1]) + C2 * (vx[k + 1] - vx[k - 2]);
    float dvz_dz = C1 * (vz[k] - vz[k - nx]) + C2 * (vz[k + nx] - vz[k - 2 * nx]);
    float dvx_dz = C1 * (vx[k + nx] - vx[k]) + C2 * (vx[k + 2 * nx] - vx[k - nx]);
    float dvz_dx = C1 * (vz[k + 1] - vz[k]) + C2 * (vz[k + 2] - vz[k - 1]);

    float lam = lambda[k], m = mu[k];
    float l2m = lam + 2.0f * m;
    txx[k] += dt_h * (l2m * dvx_dx + lam * dvz_dz);
    tzz[k] += dt_h * (lam * dvx_dx + l2m * dvz_dz);

    // harmonic mean of mu around the shear node
    float mxz = 4.0f / (1.0f / m + 1.0f / mu[k + 1] + 1.0f / mu[k + nx] + 1.0f / mu[k + nx + 1]);
    txz[k] += dt_h * mxz * (dvx_dz + dvz_dx);
}

int main()
{
    const int nx = 1500, nz = 900;
    const size_t cells = (size_t)nx * nz, bytes = cells * sizeof(float);
    enum { TXX, TZZ, TXZ, VX, VZ, LAM, MU, FIELDS };
    float *d[FIELDS];
    float *h = (float *)malloc(bytes);
    for (int f = 0; f < FIELDS; ++f)
    {
        cudaMalloc(&d[f], bytes);
        cudaMemset(d[f], 0, bytes);
    }
    // two layers over a half space, Lame parameters in GPa
    for (size_t i = 0; i < cells; ++i) h[i] = i / nx < 300 ? 4.0f : i / nx < 600 ? 9.0f : 25.0f;
    cudaMemcpy(d[LAM], h, bytes, cudaMemcpyHostToDevice);
    for (size_t i = 0; i < cells; ++i) h[i] = i / nx < 300 ? 2.0f : i / nx < 600 ? 8.0f : 24.0f;
    cudaMemcpy(d[MU], h, bytes, cudaMemcpyHostToDevice);
    for (size_t i = 0; i < cells; ++i) h[i] = 1e-3f * ((i * 7) % 11);
    cudaMemcpy(d[VX], h, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d[VZ], h, bytes, cudaMemcpyHostToDevice);

    dim3 block(64, 4), grid((nx - 4 + 63) / 64, (nz - 4 + 3) / 4);
    for (int step = 0; step < 10; ++step)
        update_stress<<<grid, block>>>(d[TXX], d[TZZ], d[TXZ], d[VX], d[VZ], d[LAM], d[MU], nx, nz, 2e-4f);

    cudaMemcpy(h, d[TXX], bytes, cudaMemcpyDeviceToHost);
    printf("txx(700,450) = %g GPa\n", h[450 * nx + 700]);
    for (int f = 0; f < FIELDS; ++f) cudaFree(d[f]);
    free(h);
    return 0;
}
