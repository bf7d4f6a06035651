#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

static const int BATCH = 512;
static const int HIDDEN = 1024;

__device__ float sigm(float x) { return 1.0f / (1.0f + expf(-x)); }

// gates: [batch][4*hidden] in the order input, forget, cell, output,
// already the sum of both matrix products.
__global__ void lstmCell(const float* gates, const float* bias, const float* c_prev, float* c, float* h)
{
    int unit = blockIdx.x * blockDim.x + threadIdx.x;
    int sample = blockIdx.y;

    const float* g = gates + sample * 4 * HIDDEN;
    float i = sigm(g[unit] + bias[unit]);
    float f = sigm(g[HIDDEN + unit] + bias[HIDDEN + unit]);
    float u = tanhf(g[2 * HIDDEN + unit] + bias[2 * HIDDEN + unit]);
    float o = sigm(g[3 * HIDDEN + unit] + bias[3 * HIDDEN + unit]);

    int k = sample * HIDDEN + unit;
    float cell = f * c_prev[k] + i * u;
    c[k] = cell;
    h[k] = o * tanhf(cell);
}

float* upload(const float* src, size_t n)
{
    float* d;
    cudaMalloc(&d, n * sizeof(float));
    cudaMemcpy(d, src, n * sizeof(float), cudaMemcpyHostToDevice);
    return d;
}

int main()
{
    const int ng = BATCH * 4 * HIDDEN, ns = BATCH * HIDDEN;
    float* gates = (float*)malloc(ng * sizeof(float));
    float* state = (float*)malloc(ns * sizeof(float));
    float* bias = (float*)malloc(4 * HIDDEN * sizeof(float));
    for (int i = 0; i < ng; i++) gates[i] = 2.0f * rand() / RAND_MAX - 1.0f;
    for (int i = 0; i < ns; i++) state[i] = 0.1f;
    for (int i = 0; i < 4 * HIDDEN; i++) bias[i] = (i / HIDDEN == 1) ? 1.0f : 0.0f;

    float* dGates = upload(gates, ng);
    float* dPrev = upload(state, ns);
    float* dBias = upload(bias, 4 * HIDDEN);
    float *dC, *dH;
    cudaMalloc(&dC, ns * sizeof(float));
    cudaMalloc(&dH, ns * sizeof(float));

    lstmCell<<<dim3(HIDDEN / 128, BATCH), 128>>>(dGates, dBias, dPrev, dC, dH);
    cudaMemcpy(state, dH, ns * sizeof(float), cudaMemcpyDeviceToHost);
    printf("h[0] = %f, h[last] = %f\n", state[0], state[ns - 1]);

    cudaFree(dGates); cudaFree(dPrev); cudaFree(dBias); cudaFree(dC); cudaFree(dH);
    free(gates); free(state); free(bias);
    return 0;
}
