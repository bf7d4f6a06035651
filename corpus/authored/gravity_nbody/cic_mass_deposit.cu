#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

// Cloud-in-cell mass assignment of a particle-mesh code, periodic box of NG^3 cells.

#define NG 128
#define MASK (NG - 1)

__global__ void deposit(const float *px, const float *py, const float *pz, float mass, int np, float *rho)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= np) return;

    float gx = px[p] * NG, gy = py[p] * NG, gz = pz[p] * NG;
    int i = (int)gx, j = (int)gy, k = (int)gz;
    float tx = gx - i, ty = gy - j, tz = gz - k;
    i &= MASK; j &= MASK; k &= MASK;
    int i1 = (i + 1) & MASK, j1 = (j + 1) & MASK, k1 = (k + 1) & MASK;
    float sx = 1.0f - tx, sy = 1.0f - ty, sz = mass * (1.0f - tz);
    tz *= mass;

    atomicAdd(&rho[(k * NG + j) * NG + i], sx * sy * sz);
    atomicAdd(&rho[(k * NG + j) * NG + i1], tx * sy * sz);
    atomicAdd(&rho[(k * NG + j1) * NG + i], sx * ty * sz);
    atomicAdd(&rho[(k * NG + j1) * NG + i1], tx * ty * sz);
    atomicAdd(&rho[(k1 * NG + j) * NG + i], sx * sy * tz);
    atomicAdd(&rho[(k1 * NG + j) * NG + i1], tx * sy * tz);
    atomicAdd(&rho[(k1 * NG + j1) * NG + i], sx * ty * tz);
    atomicAdd(&rho[(k1 * NG + j1) * NG + i1], tx * ty * tz);
}

int main()
{
    const int np = 1000000;
    const size_t cells = (size_t)NG * NG * NG;
    float *hx = (float *)malloc(np * sizeof(float));
    float *hy = (float *)malloc(np * sizeof(float));
    float *hz = (float *)malloc(np * sizeof(float));
    srand(2024);
    for (int p = 0; p < np; p++) {
        hx[p] = rand() / (RAND_MAX + 1.0f);
        hy[p] = rand() / (RAND_MAX + 1.0f);
        hz[p] = rand() / (RAND_MAX + 1.0f);
    }
    float *x, *y, *z, *rho;
    cudaMalloc(&x, np * sizeof(float));
    cudaMalloc(&y, np * sizeof(float));
    cudaMalloc(&z, np * sizeof(float));
    cudaMalloc(&rho, cells * sizeof(float));
    cudaMemcpy(x, hx, np * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(y, hy, np * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(z, hz, np * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(rho, 0, cells * sizeof(float));

    deposit<<<(np + 511) / 512, 512>>>(x, y, z, 1.0f, np, rho);

    float *hr = (float *)malloc(cells * sizeof(float));
    cudaMemcpy(hr, rho, cells * sizeof(float), cudaMemcpyDeviceToHost);
    double total = 0;
    for (size_t c = 0; c < cells; c++) total += hr[c];
    printf("mass on the mesh %.1f of %d\n", total, np);
    cudaFree(x); cudaFree(y); cudaFree(z); cudaFree(rho);
    free(hx); free(hy); free(hz); free(hr);
    return 0;
}
