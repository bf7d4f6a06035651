#include <cuda_runtime.h>
#include <cstdio>
#include <vector>
#include <cmath>

// Line-by-line absorption coefficient: every thread has one wavenumber, the lines pass through
// shared memory in chunks. Pseudo-Voigt profile (weighted Lorentz + Gauss of equal width).

struct Line {
    float nu0;        // centre
    float strength;
    float gammaL;     // Lorentz half width
    float gammaD;     // Doppler half width
};

constexpr int CHUNK = 128;

__global__ void absorption(const Line* __restrict__ lines, int nLines, float nuStart, float dnu,
                           float* __restrict__ kappa, int nNu)
{
    __shared__ float4 chunk[CHUNK];       // nu0, 1/width^2, lorentz amplitude, gauss amplitude

    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float nu = nuStart + i * dnu;
    float sum = 0.0f;

    for (int base = 0; base < nLines; base += CHUNK) {
        __syncthreads();
        if (base + threadIdx.x < nLines) {
            const Line l = lines[base + threadIdx.x];
            const float fv = 0.5346f * l.gammaL + sqrtf(0.2166f * l.gammaL * l.gammaL + l.gammaD * l.gammaD);
            const float r = l.gammaL / fv;
            const float eta = r * (1.36603f + r * (-0.47719f + 0.11116f * r));
            chunk[threadIdx.x] = make_float4(l.nu0, 1.0f / (fv * fv), l.strength * eta * 0.31831f / fv,
                                             l.strength * (1.0f - eta) * 0.46972f / fv);
        } else {
            chunk[threadIdx.x] = make_float4(0.0f, 1.0f, 0.0f, 0.0f);
        }
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < CHUNK; ++k) {
            const float4 p = chunk[k];
            const float d = nu - p.x;
            const float x2 = d * d * p.y;
            sum += p.z * __frcp_rn(1.0f + x2) + p.w * __expf(-0.693147f * x2);
        }
    }
    if (i < nNu) kappa[i] = sum;
}

int main()
{
    const int nLines = 3000, nNu = 50000;
    std::vector<Line> lines(nLines);
    for (int k = 0; k < nLines; ++k) {
        lines[k].nu0 = 600.0f + 0.05f * k + 0.01f * (k % 7);
        lines[k].strength = 1.0f / (1 + k % 23);
        lines[k].gammaL = 0.03f + 0.001f * (k % 40);
        lines[k].gammaD = 0.01f;
    }
    Line* dLines;
    float* dKappa;
    cudaMalloc(&dLines, nLines * sizeof(Line));
    cudaMalloc(&dKappa, nNu * sizeof(float));
    cudaMemcpy(dLines, lines.data(), nLines * sizeof(Line), cudaMemcpyHostToDevice);

    absorption<<<(nNu + CHUNK - 1) / CHUNK, CHUNK>>>(dLines, nLines, 600.0f, 0.003f, dKappa, nNu);

    std::vector<float> kappa(nNu);
    cudaMemcpy(kappa.data(), dKappa, nNu * sizeof(float), cudaMemcpyDeviceToHost);
    float peak = 0;
    for (float v : kappa) peak = std::fmax(peak, v);
    std::printf("peak absorption %f\n", peak);
    cudaFree(dLines);
    cudaFree(dKappa);
}
