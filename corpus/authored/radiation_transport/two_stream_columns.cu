#include <cuda_runtime.h>
#include <vector>
#include <iostream>
#include <cmath>

// Shortwave fluxes by the adding method: layer reflectance and transmittance from the two-stream
// (Eddington) approximation, then upward and downward passes. Arrays are [layer][column].

constexpr int LAYERS = 50;

__global__ void shortwave(const float* tau, const float* ssa, const float* g, float* up, float* down,
                          float* refl, float* tran, int columns, float albedo)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= columns) return;

    // layer properties and the reflectance of everything below, from the ground up
    float below = albedo;
    refl[LAYERS * columns + c] = albedo;
    for (int k = LAYERS - 1; k >= 0; k--) {
        int i = k * columns + c;
        float w = ssa[i], a = g[i];
        float g1 = 0.25f * (7.0f - w * (4.0f + 3.0f * a));
        float g2 = -0.25f * (1.0f - w * (4.0f - 3.0f * a));
        float lam = sqrtf(fmaxf(g1 * g1 - g2 * g2, 1e-8f));
        float e = expf(-2.0f * lam * tau[i]);
        float denom = lam + g1 + (lam - g1) * e;
        float R = g2 * (1.0f - e) / denom;
        float T = 2.0f * lam * sqrtf(e) / denom;
        float multi = 1.0f / (1.0f - R * below);
        tran[i] = T * multi;
        below = R + T * T * below * multi;
        refl[i] = below;
    }
    // fluxes from the top
    float d = 1.0f;
    for (int k = 0; k < LAYERS; k++) {
        int i = k * columns + c;
        down[i] = d;
        up[i] = d * refl[i];
        d *= tran[i];
    }
    down[LAYERS * columns + c] = d;
    up[LAYERS * columns + c] = d * albedo;
}

int main()
{
    const int columns = 8192;
    const size_t n = (size_t)LAYERS * columns, m = (size_t)(LAYERS + 1) * columns;
    std::vector<float> tau(n), ssa(n), g(n);
    for (size_t i = 0; i < n; i++) {
        tau[i] = 0.02f + 0.3f * (i % 7 == 0);
        ssa[i] = 0.95f;
        g[i] = 0.8f;
    }
    float *dTau, *dSsa, *dG, *dUp, *dDown, *dR, *dT;
    cudaMalloc(&dTau, n * sizeof(float));
    cudaMalloc(&dSsa, n * sizeof(float));
    cudaMalloc(&dG, n * sizeof(float));
    cudaMalloc(&dUp, m * sizeof(float));
    cudaMalloc(&dDown, m * sizeof(float));
    cudaMalloc(&dR, m * sizeof(float));
    cudaMalloc(&dT, n * sizeof(float));
    cudaMemcpy(dTau, tau.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dSsa, ssa.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dG, g.data(), n * sizeof(float), cudaMemcpyHostToDevice);

    shortwave<<<columns / 32, 32>>>(dTau, dSsa, dG, dUp, dDown, dR, dT, columns, 0.2f);

    float top, ground;
    cudaMemcpy(&top, dUp, sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(&ground, dDown + LAYERS * columns, sizeof(float), cudaMemcpyDeviceToHost);
    std::cout << "planetary albedo " << top << ", at the ground " << ground << std::endl;
    cudaFree(dTau); cudaFree(dSsa); cudaFree(dG); cudaFree(dUp); cudaFree(dDown); cudaFree(dR); cudaFree(dT);
}
