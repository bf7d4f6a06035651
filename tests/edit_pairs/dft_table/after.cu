#include <cmath>
#include <cstdio>
#include <vector>

#define LENGTH 512

__global__ void dft_power(const float* x, const float2* table, float* power)
{
    const float* frame = x + blockIdx.x * LENGTH;
    int k = threadIdx.x;
    float re = 0.0f, im = 0.0f;
    for (int t = 0; t < LENGTH; ++t) {
        float2 c = table[(k * t) % LENGTH];
        re += frame[t] * c.x;
        im += frame[t] * c.y;
    }
    power[blockIdx.x * LENGTH + k] = re * re + im * im;
}

int main()
{
    const int frames = 2000, n = frames * LENGTH;
    std::vector<float> x(n);
    std::vector<float2> w(LENGTH);
    for (int i = 0; i < n; ++i) x[i] = (i % 50) * 0.02f;
    for (int t = 0; t < LENGTH; ++t) {
        w[t].x = cosf(-6.2831853f * t / LENGTH);
        w[t].y = sinf(-6.2831853f * t / LENGTH);
    }
    float *dx, *dp;
    float2* dw;
    cudaMalloc(&dx, n * sizeof(float));
    cudaMalloc(&dp, n * sizeof(float));
    cudaMalloc(&dw, LENGTH * sizeof(float2));
    cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dw, w.data(), LENGTH * sizeof(float2), cudaMemcpyHostToDevice);
    for (int run = 0; run < 5; ++run)
        dft_power<<<frames, LENGTH>>>(dx, dw, dp);
    cudaMemcpy(x.data(), dp, n * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (float v : x) sum += v;
    printf("%.4g\n", sum);
    return 0;
}
