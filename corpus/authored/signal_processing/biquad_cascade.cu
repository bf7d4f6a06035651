#include <cuda_runtime.h>
#include <iostream>
#include <vector>
#include <cmath>

// Parametric equaliser: four second-order sections per channel, direct form II transposed.
// Samples are interleaved (time-major), a thread runs one channel through time.

struct Biquad
{
    float b0, b1, b2, a1, a2;
};

constexpr int SECTIONS = 4;

__global__ void equalise(const float* __restrict__ in, float* __restrict__ out,
                         const Biquad* __restrict__ bands, int channels, int samples)
{
    const int ch = blockIdx.x * blockDim.x + threadIdx.x;
    if (ch >= channels)
        return;

    Biquad q[SECTIONS];
    float z1[SECTIONS], z2[SECTIONS];
#pragma unroll
    for (int s = 0; s < SECTIONS; ++s)
    {
        q[s] = bands[s];
        z1[s] = 0.f;
        z2[s] = 0.f;
    }

    for (int t = 0; t < samples; ++t)
    {
        float x = in[(size_t)t * channels + ch];
#pragma unroll
        for (int s = 0; s < SECTIONS; ++s)
        {
            const float y = q[s].b0 * x + z1[s];
            z1[s] = q[s].b1 * x - q[s].a1 * y + z2[s];
            z2[s] = q[s].b2 * x - q[s].a2 * y;
            x = y;
        }
        out[(size_t)t * channels + ch] = x;
    }
}

static Biquad peaking(float f, float gainDb, float Q)
{
    const float A = std::pow(10.f, gainDb / 40), w = 6.2831853f * f / 48000.f;
    const float alpha = std::sin(w) / (2 * Q), a0 = 1 + alpha / A;
    return {(1 + alpha * A) / a0, -2 * std::cos(w) / a0, (1 - alpha * A) / a0,
            -2 * std::cos(w) / a0, (1 - alpha / A) / a0};
}

int main()
{
    const int channels = 2048, samples = 1024;
    std::vector<float> audio((size_t)channels * samples);
    for (size_t i = 0; i < audio.size(); ++i)
        audio[i] = i < (size_t)channels ? 1.f : 0.f;     // impulse on all channels

    const Biquad bands[SECTIONS] = {peaking(90, 4, 0.7f), peaking(600, -3, 1.1f),
                                    peaking(3000, 2, 0.9f), peaking(9000, -5, 0.6f)};
    float *dIn, *dOut;
    Biquad* dBands;
    cudaMalloc(&dIn, audio.size() * sizeof(float));
    cudaMalloc(&dOut, audio.size() * sizeof(float));
    cudaMalloc(&dBands, sizeof(bands));
    cudaMemcpy(dIn, audio.data(), audio.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dBands, bands, sizeof(bands), cudaMemcpyHostToDevice);

    equalise<<<channels / 32, 32>>>(dIn, dOut, dBands, channels, samples);

    cudaMemcpy(audio.data(), dOut, audio.size() * sizeof(float), cudaMemcpyDeviceToHost);
    for (int t = 0; t < 5; ++t)
        std::cout << "h[" << t << "] = " << audio[(size_t)t * channels] << '\n';
    cudaFree(dIn);
    cudaFree(dOut);
    cudaFree(dBands);
    return 0;
}
