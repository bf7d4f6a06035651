#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

// Shan-Chen cohesion force of a single-component two-phase lattice fluid:
//   F(x) = -G psi(x) sum_q w_q psi(x + e_q) e_q,   psi = 1 - exp(-rho)

#define BX 32
#define BY 4

__global__ void cohesion(const float * __restrict__ rho, float2 * __restrict__ force, int nx, int ny, float G)
{
    __shared__ float psi[BY + 2][BX + 2];

    const int x = blockIdx.x * BX + threadIdx.x;
    const int y = blockIdx.y * BY + threadIdx.y;

    // halo included; indices outside wrap round, those beyond the partial last block are harmless
    for (int r = threadIdx.y; r < BY + 2; r += BY) {
        int gy = (int)(blockIdx.y * BY) + r - 1;
        gy = gy < 0 ? gy + ny : gy % ny;
        for (int c = threadIdx.x; c < BX + 2; c += BX) {
            int gx = (int)(blockIdx.x * BX) + c - 1;
            gx = gx < 0 ? gx + nx : gx % nx;
            psi[r][c] = 1.0f - __expf(-rho[gy * nx + gx]);
        }
    }
    __syncthreads();
    if (x >= nx || y >= ny)
        return;

    const int i = threadIdx.x + 1, j = threadIdx.y + 1;
    const float ne = psi[j + 1][i + 1], nw = psi[j + 1][i - 1], se = psi[j - 1][i + 1], sw = psi[j - 1][i - 1];
    const float sx = (psi[j][i + 1] - psi[j][i - 1]) * (1.0f / 9.0f) + (ne - nw + se - sw) * (1.0f / 36.0f);
    const float sy = (psi[j + 1][i] - psi[j - 1][i]) * (1.0f / 9.0f) + (ne + nw - se - sw) * (1.0f / 36.0f);
    const float k = -G * psi[j][i];
    force[y * nx + x] = make_float2(k * sx, k * sy);
}

int main()
{
    const int nx = 900, ny = 700;
    float *h = (float *)malloc(nx * ny * sizeof(float));
    unsigned s = 7u;
    for (int i = 0; i < nx * ny; i++) {
        s = s * 1103515245u + 12345u;
        h[i] = 0.69f + 0.01f * (float)((s >> 16) & 0x7fff) / 32768.0f;
    }
    float *rho;
    float2 *F;
    cudaMalloc(&rho, nx * ny * sizeof(float));
    cudaMalloc(&F, nx * ny * sizeof(float2));
    cudaMemcpy(rho, h, nx * ny * sizeof(float), cudaMemcpyHostToDevice);

    dim3 block(BX, BY), grid((nx + BX - 1) / BX, (ny + BY - 1) / BY);
    cohesion<<<grid, block>>>(rho, F, nx, ny, -5.0f);

    float2 *hf = (float2 *)malloc(nx * ny * sizeof(float2));
    cudaMemcpy(hf, F, nx * ny * sizeof(float2), cudaMemcpyDeviceToHost);
    double fx = 0, fy = 0;
    for (int i = 0; i < nx * ny; i++) { fx += hf[i].x; fy += hf[i].y; }
    printf("net force %g %g\n", fx, fy);
    cudaFree(rho);
    cudaFree(F);
    free(h);
    free(hf);
    return 0;
}
