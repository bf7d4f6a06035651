#include <cuda_runtime.h>
#include <cstdio>
#include <cmath>

// Accumulates a discrete Fourier transform of a field plane while the time stepping runs:
// acc[f][cell] += E(cell, t) * exp(-i w_f t) for eight frequencies, four time samples per launch.

template <int NF, int NT>
__global__ void accumulateDft(const float* __restrict__ samples, float2* __restrict__ acc,
                              int cells, const float2* __restrict__ phase)
{
    __shared__ float2 ph[NT * NF];
    if (threadIdx.x < NT * NF)
        ph[threadIdx.x] = phase[threadIdx.x];
    __syncthreads();

    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cells)
        return;

    float e[NT];
    #pragma unroll
    for (int t = 0; t < NT; ++t)
        e[t] = samples[t * cells + c];

    #pragma unroll
    for (int f = 0; f < NF; ++f) {
        float2 a = acc[f * cells + c];
        #pragma unroll
        for (int t = 0; t < NT; ++t) {
            a.x = fmaf(e[t], ph[t * NF + f].x, a.x);
            a.y = fmaf(e[t], ph[t * NF + f].y, a.y);
        }
        acc[f * cells + c] = a;
    }
}

int main()
{
    constexpr int kFreqs = 8, kTimes = 4;
    const int cells = 500 * 400;

    float* hostSamples = new float[kTimes * cells];
    float2 hostPhase[kTimes * kFreqs];
    for (int t = 0; t < kTimes; ++t) {
        for (int c = 0; c < cells; ++c)
            hostSamples[t * cells + c] = std::sin(0.02f * (c % 500) - 0.3f * t);
        for (int f = 0; f < kFreqs; ++f) {
            hostPhase[t * kFreqs + f].x = std::cos(0.1f * (f + 1) * t);
            hostPhase[t * kFreqs + f].y = -std::sin(0.1f * (f + 1) * t);
        }
    }

    float* samples;
    float2 *acc, *phase;
    cudaMalloc(&samples, sizeof(float) * kTimes * cells);
    cudaMalloc(&acc, sizeof(float2) * kFreqs * cells);
    cudaMalloc(&phase, sizeof(hostPhase));
    cudaMemcpy(samples, hostSamples, sizeof(float) * kTimes * cells, cudaMemcpyHostToDevice);
    cudaMemcpy(phase, hostPhase, sizeof(hostPhase), cudaMemcpyHostToDevice);
    cudaMemset(acc, 0, sizeof(float2) * kFreqs * cells);

    cudaStream_t s;
    cudaStreamCreate(&s);
    accumulateDft<kFreqs, kTimes><<<(cells + 191) / 192, 192, 0, s>>>(samples, acc, cells, phase);
    cudaStreamSynchronize(s);

    float2 probe;
    cudaMemcpy(&probe, acc + 3 * cells + 1234, sizeof(probe), cudaMemcpyDeviceToHost);
    printf("F3 at probe: %f %+fi\n", probe.x, probe.y);
    cudaStreamDestroy(s);
    cudaFree(samples);
    cudaFree(acc);
    cudaFree(phase);
    delete[] hostSamples;
}
