#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuda_runtime.h>

/* Linear shallow water on a beta plane, Arakawa C grid, forward-backward in time.
   eta in the middle, u on the west face, v on the south face. Periodic in x. */

#define IM 1440
#define JM 720

__global__ void update_eta(float *eta, const float *u, const float *v, const float *depth, float dt, float rdx)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= IM || j >= JM - 1) return;
    int ie = (i + 1) % IM;
    int c = j * IM + i;
    float flux_e = u[j * IM + ie] * 0.5f * (depth[j * IM + ie] + depth[c]);
    float flux_w = u[c] * 0.5f * (depth[c] + depth[j * IM + (i + IM - 1) % IM]);
    float flux_n = v[c + IM] * 0.5f * (depth[c + IM] + depth[c]);
    float flux_s = j > 0 ? v[c] * 0.5f * (depth[c] + depth[c - IM]) : 0.0f;
    eta[c] -= dt * rdx * (flux_e - flux_w + flux_n - flux_s);
}

__global__ void update_uv(const float *eta, float *u, float *v, const float *u0, const float *v0,
                          float dt, float rdx, float f0, float beta)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= IM || j < 1 || j >= JM - 1) return;
    int iw = (i + IM - 1) % IM, ie = (i + 1) % IM;
    int c = j * IM + i;
    float f = f0 + beta * (j - JM / 2);
    float vbar = 0.25f * (v0[c] + v0[j * IM + iw] + v0[c + IM] + v0[(j + 1) * IM + iw]);
    float ubar = 0.25f * (u0[c] + u0[j * IM + ie] + u0[c - IM] + u0[(j - 1) * IM + ie]);
    u[c] = u0[c] + dt * (f * vbar - 9.81f * rdx * (eta[c] - eta[j * IM + iw]));
    v[c] = v0[c] + dt * (-f * ubar - 9.81f * rdx * (eta[c] - eta[c - IM]));
}

int main(void)
{
    size_t bytes = IM * JM * sizeof(float);
    float *h = (float *)malloc(bytes);
    float *eta, *u[2], *v[2], *depth;
    cudaMalloc(&eta, bytes);
    cudaMalloc(&depth, bytes);
    for (int k = 0; k < 2; k++) {
        cudaMalloc(&u[k], bytes);
        cudaMalloc(&v[k], bytes);
        cudaMemset(u[k], 0, bytes);
        cudaMemset(v[k], 0, bytes);
    }
    for (int j = 0; j < JM; j++)
        for (int i = 0; i < IM; i++) {
            float x = (i - 400) / 40.0f, y = (j - 360) / 40.0f;
            h[j * IM + i] = expf(-x * x - y * y);
        }
    cudaMemcpy(eta, h, bytes, cudaMemcpyHostToDevice);
    for (int k = 0; k < IM * JM; k++) h[k] = 4000.0f;
    cudaMemcpy(depth, h, bytes, cudaMemcpyHostToDevice);

    dim3 b(32, 8), g(IM / 32, JM / 8);
    float dt = 40.0f, rdx = 1.0f / 25000.0f;
    for (int step = 0; step < 20; step++) {
        update_eta<<<g, b>>>(eta, u[0], v[0], depth, dt, rdx);
        update_uv<<<g, b>>>(eta, u[1], v[1], u[0], v[0], dt, rdx, 1e-4f, 5e-7f);
        update_eta<<<g, b>>>(eta, u[1], v[1], depth, dt, rdx);
        update_uv<<<g, b>>>(eta, u[0], v[0], u[1], v[1], dt, rdx, 1e-4f, 5e-7f);
    }
    cudaMemcpy(h, eta, bytes, cudaMemcpyDeviceToHost);
    float top = 0;
    for (int k = 0; k < IM * JM; k++) top = fmaxf(top, h[k]);
    printf("highest sea level %f m\n", top);
    return 0;
}
