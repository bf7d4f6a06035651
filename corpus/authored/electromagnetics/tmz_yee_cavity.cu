#include <stdio.h>
#include <stdlib.h>
#include <math.h>

// 2D FDTD, TMz polarisation (Ez, Hx, Hy) in a perfectly conducting box

const int NX = 800;
const int NY = 600;

__global__ void update_H(float* Ez, float* Hx, float* Hy, float coef)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < NX && j < NY - 1)
        Hx[j * NX + i] = Hx[j * NX + i] - coef * (Ez[(j + 1) * NX + i] - Ez[j * NX + i]);
    if (i < NX - 1 && j < NY)
        Hy[j * NX + i] = Hy[j * NX + i] + coef * (Ez[j * NX + i + 1] - Ez[j * NX + i]);
}

__global__ void update_E(float* Ez, float* Hx, float* Hy, float* eps_r, float coef)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i > 0 && i < NX - 1 && j > 0 && j < NY - 1) {
        int n = j * NX + i;
        Ez[n] += coef / eps_r[n] * ((Hy[n] - Hy[n - 1]) - (Hx[n] - Hx[n - NX]));
    }
}

int main()
{
    int n = NX * NY;
    float* h_eps = (float*)malloc(n * sizeof(float));
    float* h_ez = (float*)malloc(n * sizeof(float));
    for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++)
        {
            float r2 = (i - 200.0f) * (i - 200.0f) + (j - 300.0f) * (j - 300.0f);
            h_eps[j * NX + i] = (i > 500 && i < 560) ? 4.0f : 1.0f;   // glass slab
            h_ez[j * NX + i] = expf(-r2 / 400.0f);                    // initial pulse
        }

    float *Ez, *Hx, *Hy, *eps;
    cudaMalloc(&Ez, n * sizeof(float));
    cudaMalloc(&Hx, n * sizeof(float));
    cudaMalloc(&Hy, n * sizeof(float));
    cudaMalloc(&eps, n * sizeof(float));
    cudaMemcpy(Ez, h_ez, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(Hx, 0, n * sizeof(float));
    cudaMemset(Hy, 0, n * sizeof(float));
    cudaMemcpy(eps, h_eps, n * sizeof(float), cudaMemcpyHostToDevice);

    dim3 block(32, 8);
    dim3 grid(NX / 32, NY / 8);
    for (int t = 0; t < 200; t++) {
        update_H<<<grid, block>>>(Ez, Hx, Hy, 0.5f);
        update_E<<<grid, block>>>(Ez, Hx, Hy, eps, 0.5f);
    }
    cudaMemcpy(h_ez, Ez, n * sizeof(float), cudaMemcpyDeviceToHost);
    double energy = 0;
    for (int k = 0; k < n; k++) energy += 0.5 * h_eps[k] * h_ez[k] * h_ez[k];
    printf("electric energy %e\n", energy);
    cudaFree(Ez); cudaFree(Hx); cudaFree(Hy); cudaFree(eps);
    free(h_eps); free(h_ez);
    return 0;
}
