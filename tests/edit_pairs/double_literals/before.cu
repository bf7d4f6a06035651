#include <cstdio>
#include <vector>

__global__ void damped(const float* x0, float* x, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float p = x0[i], v = 0.0f;
    for (int s = 0; s < 100; s++) {
        v = v - dt * (4.0 * p + 0.1 * v);
        p = p + dt * v * 0.999;
    }
    x[i] = p;
}

int main()
{
    const int n = 500000;
    std::vector<float> h(n);
    for (int i = 0; i < n; i++) h[i] = (i % 100) * 0.01f;
    float *x0, *x;
    cudaMalloc(&x0, n * sizeof(float));
    cudaMalloc(&x, n * sizeof(float));
    cudaMemcpy(x0, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    for (int run = 0; run < 5; run++)
        damped<<<(n + 255) / 256, 256>>>(x0, x, n, 0.01f);
    cudaMemcpy(h.data(), x, n * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (float v : h) sum += v;
    printf("%.4g\n", sum);
    return 0;
}
