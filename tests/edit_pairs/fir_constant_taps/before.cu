#include <cstdio>
#include <vector>

#define TAPS 64

__global__ void fir(const float* x, const float* taps, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float acc = 0.0f;
    for (int k = 0; k < TAPS; ++k)
        acc += taps[k] * x[i + k];
    y[i] = acc;
}

int main()
{
    const int n = 4 << 20;
    std::vector<float> x(n + TAPS), y(n);
    for (int i = 0; i < n + TAPS; ++i) x[i] = (i % 500) * 0.002f;
    float h[TAPS];
    for (int k = 0; k < TAPS; ++k) h[k] = 1.0f / (k + 1);
    float *dx, *dy;
    cudaMalloc(&dx, (n + TAPS) * sizeof(float));
    cudaMalloc(&dy, n * sizeof(float));
    float* taps;
    cudaMalloc(&taps, sizeof(h));
    cudaMemcpy(taps, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemcpy(dx, x.data(), (n + TAPS) * sizeof(float), cudaMemcpyHostToDevice);
    for (int run = 0; run < 5; ++run)
        fir<<<n / 256, 256>>>(dx, taps, dy, n);
    cudaMemcpy(y.data(), dy, n * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (float v : y) sum += v;
    printf("%.7g\n", sum);
    return 0;
}
