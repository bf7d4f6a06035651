#include <cuda_runtime.h>
#include <cstdio>
#include <cmath>
#include <vector>

// Low-pass and keep every fourth sample (front end of a software radio).
#define TAPS 64
#define DECIM 4
#define BLOCK 128
#define WINDOW (BLOCK * DECIM + TAPS)

__constant__ float taps[TAPS];

__global__ void firDecimate(const float2* iq, float2* out, int nOut)
{
    __shared__ float re[WINDOW];
    __shared__ float im[WINDOW];

    int base = blockIdx.x * BLOCK * DECIM;
    for (int i = threadIdx.x; i < WINDOW; i += BLOCK) {
        float2 v = iq[base + i];
        re[i] = v.x;
        im[i] = v.y;
    }
    __syncthreads();

    int o = blockIdx.x * BLOCK + threadIdx.x;
    if (o < nOut) {
        float sr = 0.0f, si = 0.0f;
        int at = threadIdx.x * DECIM;
#pragma unroll 16
        for (int t = 0; t < TAPS; t++) {
            sr += taps[t] * re[at + t];
            si += taps[t] * im[at + t];
        }
        out[o] = make_float2(sr, si);
    }
}

int main()
{
    const int nOut = 1 << 19;
    const int nIn = nOut * DECIM + TAPS;        // padded so that the last window is whole

    float h[TAPS], gain = 0;
    for (int t = 0; t < TAPS; t++) {            // Hamming-windowed sinc, cut-off at 1/8
        float x = t - (TAPS - 1) / 2.0f;
        h[t] = sinf(3.14159265f * x / DECIM) / (3.14159265f * x) * (0.54f - 0.46f * cosf(6.2831853f * t / (TAPS - 1)));
        gain += h[t];
    }
    for (int t = 0; t < TAPS; t++) h[t] /= gain;
    cudaMemcpyToSymbol(taps, h, sizeof(h));

    std::vector<float2> iq(nIn);
    for (int i = 0; i < nIn; i++) {
        iq[i].x = cosf(0.01f * i);
        iq[i].y = sinf(0.01f * i);
    }
    float2 *dIn, *dOut;
    cudaMalloc(&dIn, nIn * sizeof(float2));
    cudaMalloc(&dOut, nOut * sizeof(float2));
    cudaMemcpy(dIn, iq.data(), nIn * sizeof(float2), cudaMemcpyHostToDevice);

    firDecimate<<<nOut / BLOCK, BLOCK>>>(dIn, dOut, nOut);

    std::vector<float2> y(nOut);
    cudaMemcpy(y.data(), dOut, nOut * sizeof(float2), cudaMemcpyDeviceToHost);
    printf("|y[1000]| = %f (pass band, should be about 1)\n", hypotf(y[1000].x, y[1000].y));
    cudaFree(dIn);
    cudaFree(dOut);
    return 0;
}
