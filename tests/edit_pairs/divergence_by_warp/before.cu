#include <cstdio>
#include <vector>

__global__ void decay_chains(const float* in, float* out, int n, int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = in[i];
    int kind = i % 4;
    if (kind == 0) {
        for (int s = 0; s < steps; ++s) x = x * 0.99f + 0.001f;
    } else if (kind == 1) {
        for (int s = 0; s < steps; ++s) x = x - x * x * 0.01f;
    } else if (kind == 2) {
        for (int s = 0; s < steps; ++s) x = fabsf(x - 0.02f) * 0.98f;
    } else {
        for (int s = 0; s < steps; ++s) x = fmaf(x, 0.97f, 0.01f * x * x);
    }
    out[i] = x;
}

int main()
{
    const int n = 1 << 20;
    std::vector<float> h(n, 0.75f);
    float *in, *out;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemcpy(in, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    for (int run = 0; run < 5; ++run)
        decay_chains<<<n / 256, 256>>>(in, out, n, 256);
    cudaMemcpy(h.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (float v : h) sum += v;
    printf("%.6g\n", sum);
    return 0;
}
