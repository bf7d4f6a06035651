#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

// MUSCL-Hancock predictor for an isothermal gas, x direction only.
// A fixed number of blocks loops over all (y,z) rows of the box; a row is processed by one block.

#define NX 256
#define NY 192
#define NZ 128

static __device__ float van_leer(float dl, float dr)
{
    float prod = dl * dr;
    return prod > 0.0f ? 2.0f * prod / (dl + dr) : 0.0f;
}

__global__ __launch_bounds__(NX) void hancock_rows(const float *rho, const float *vel,
                                                   float *rhoL, float *rhoR, float *velL, float *velR,
                                                   float cs2, float half_dtdx)
{
    int i = threadIdx.x;
    int im = i == 0 ? NX - 1 : i - 1;
    int ip = i == NX - 1 ? 0 : i + 1;

    for (int row = blockIdx.x; row < NY * NZ; row += gridDim.x) {
        const float *r = rho + (size_t)row * NX;
        const float *v = vel + (size_t)row * NX;
        float r0 = r[i], v0 = v[i];
        float sr = 0.5f * van_leer(r0 - r[im], r[ip] - r0);
        float sv = 0.5f * van_leer(v0 - v[im], v[ip] - v0);

        float a = r0 - sr, b = r0 + sr, c = v0 - sv, d = v0 + sv;
        // evolve both face states by half a step with the flux difference inside the cell
        float dm = half_dtdx * (b * d - a * c);
        float dv = half_dtdx * (0.5f * (d * d - c * c) + cs2 * (logf(b) - logf(a)));
        size_t o = (size_t)row * NX + i;
        rhoL[o] = a - dm;
        rhoR[o] = b - dm;
        velL[o] = c - dv;
        velR[o] = d - dv;
    }
}

int main()
{
    const size_t n = (size_t)NX * NY * NZ;
    float *h_rho = (float *)malloc(n * 4), *h_vel = (float *)malloc(n * 4);
    for (size_t i = 0; i < n; i++) {
        h_rho[i] = 1.0f + 0.3f * (float)(i % 64) / 64.0f;
        h_vel[i] = 0.2f * (float)(i % 48) / 48.0f - 0.1f;
    }
    float *rho, *vel, *out;
    cudaMalloc(&rho, n * 4);
    cudaMalloc(&vel, n * 4);
    cudaMalloc(&out, 4 * n * 4);
    cudaMemcpy(rho, h_rho, n * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(vel, h_vel, n * 4, cudaMemcpyHostToDevice);

    int sms = 132;
    hancock_rows<<<sms * 8, NX>>>(rho, vel, out, out + n, out + 2 * n, out + 3 * n, 1.0f, 0.2f);
    cudaError_t err = cudaDeviceSynchronize();
    if (err != cudaSuccess) {
        printf("failed: %s\n", cudaGetErrorString(err));
        return 1;
    }
    cudaMemcpy(h_rho, out, n * 4, cudaMemcpyDeviceToHost);
    printf("rhoL[17] = %f\n", h_rho[17]);
    cudaFree(rho); cudaFree(vel); cudaFree(out);
    free(h_rho); free(h_vel);
    return 0;
}
