#include <cstdio>
#include <vector>

__global__ void clip(const float* grad, float* out, int n, float limit)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float g = grad[i];
    if (g > limit)
        g = limit;
    else if (g < -limit)
        g = -limit;
    out[i] = g;
}

int main()
{
    const int n = 10000000;
    std::vector<float> h(n);
    for (int i = 0; i < n; ++i) h[i] = (i % 1000) * 0.01f - 5.0f;
    float *grad, *out;
    cudaMalloc(&grad, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemcpy(grad, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    for (int run = 0; run < 5; ++run)
        clip<<<(n + 127) / 128, 128>>>(grad, out, n, 2.5f);
    cudaMemcpy(h.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (float v : h) sum += v * v;
    printf("%.7g\n", sum);
    return 0;
}
