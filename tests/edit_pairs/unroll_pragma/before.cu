#include <cstdio>
#include <vector>

__global__ void mix_channels(const float* in, float* out, int samples)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= samples) return;
    float mono = 0.0f;
    for (int c = 0; c < 8; ++c)
        mono += in[c * samples + i] * (1.0f / (c + 1));
    out[i] = mono;
}

int main()
{
    const int samples = 3 << 20;
    std::vector<float> h(8 * samples);
    for (int i = 0; i < 8 * samples; ++i) h[i] = (i % 441) * 0.002f;
    float *in, *out;
    cudaMalloc(&in, h.size() * sizeof(float));
    cudaMalloc(&out, samples * sizeof(float));
    cudaMemcpy(in, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    for (int run = 0; run < 5; ++run)
        mix_channels<<<samples / 256, 256>>>(in, out, samples);
    cudaMemcpy(h.data(), out, samples * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < samples; ++i) sum += h[i];
    printf("%.7g\n", sum);
    return 0;
}
