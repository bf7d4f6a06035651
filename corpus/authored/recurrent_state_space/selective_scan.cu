#include <cuda_runtime.h>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <vector>

// Mamba: h_t = exp(dt A) h_{t-1} + dt B_t x_t,  y_t = C_t h_t + D x_t.
// A thread holds the 16-wide state of one channel in registers. B_t and C_t are
// the same for all channels of a sample and come through shared memory.
template <int STATE, int STEPS_PER_LOAD>
__global__ void selectiveScan(const float* __restrict__ x, const float* __restrict__ dt,
                              const float* __restrict__ A, const float* __restrict__ B,
                              const float* __restrict__ C, const float* __restrict__ D,
                              float* __restrict__ y, int length, int channels)
{
    __shared__ float sB[STEPS_PER_LOAD][STATE], sC[STEPS_PER_LOAD][STATE];
    const int ch = blockIdx.x * blockDim.x + threadIdx.x;
    const int b = blockIdx.y;

    float a[STATE], h[STATE];
#pragma unroll
    for (int n = 0; n < STATE; ++n) {
        a[n] = A[ch * STATE + n];
        h[n] = 0.f;
    }
    const float skip = D[ch];

    for (int t0 = 0; t0 < length; t0 += STEPS_PER_LOAD) {
        for (int e = threadIdx.x; e < STEPS_PER_LOAD * STATE; e += blockDim.x) {
            sB[e / STATE][e % STATE] = B[(b * length + t0) * STATE + e];
            sC[e / STATE][e % STATE] = C[(b * length + t0) * STATE + e];
        }
        __syncthreads();
        for (int s = 0; s < STEPS_PER_LOAD; ++s) {
            const int at = (b * length + t0 + s) * channels + ch;
            const float xv = x[at], d = dt[at];
            float acc = skip * xv;
#pragma unroll
            for (int n = 0; n < STATE; ++n) {
                h[n] = __expf(d * a[n]) * h[n] + d * xv * sB[s][n];
                acc = fmaf(h[n], sC[s][n], acc);
            }
            y[at] = acc;
        }
        __syncthreads();
    }
}

int main()
{
    const int batch = 4, channels = 512, length = 128, state = 16;
    const size_t seq = (size_t)batch * length * channels;
    std::vector<float> x(seq), dt(seq), A(channels * state), BC(batch * length * state), D(channels, 1.f);
    for (size_t i = 0; i < seq; ++i) {
        x[i] = 0.1f * (i % 17) - 0.8f;
        dt[i] = 0.01f + 0.001f * (i % 50);
    }
    for (int i = 0; i < channels * state; ++i) A[i] = -(float)(1 + i % state);
    for (size_t i = 0; i < BC.size(); ++i) BC[i] = 0.2f * (i % 9) - 0.8f;

    auto put = [](const std::vector<float>& v) {
        float* p = nullptr;
        cudaMalloc(&p, v.size() * sizeof(float));
        cudaMemcpy(p, v.data(), v.size() * sizeof(float), cudaMemcpyHostToDevice);
        return p;
    };
    float *dx = put(x), *ddt = put(dt), *dA = put(A), *dB = put(BC), *dC = put(BC), *dD = put(D), *dy;
    cudaMalloc(&dy, seq * sizeof(float));

    selectiveScan<16, 16><<<dim3(channels / 64, batch), 64>>>(dx, ddt, dA, dB, dC, dD, dy, length, channels);

    cudaMemcpy(x.data(), dy, seq * sizeof(float), cudaMemcpyDeviceToHost);
    double s = 0;
    for (float v : x) s += std::fabs(v);
    std::cout << "mean |y| " << s / seq << '\n';
    for (float* p : {dx, ddt, dA, dB, dC, dD, dy}) cudaFree(p);
    return 0;
}
