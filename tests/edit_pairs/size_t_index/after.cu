#include <cstdio>
#include <vector>

typedef size_t index_t;

__global__ void ema_update(float* average, const float* weight, index_t n, float decay)
{
    index_t i = (index_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) average[i] = decay * average[i] + (1.0f - decay) * weight[i];
}

int main()
{
    const index_t n = 20000000;
    std::vector<float> average(n, 1.0f), weight(n);
    for (index_t i = 0; i < n; ++i) weight[i] = (i % 11) * 0.1f;
    float *da, *dw;
    cudaMalloc(&da, n * sizeof(float));
    cudaMalloc(&dw, n * sizeof(float));
    cudaMemcpy(da, average.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dw, weight.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    for (int run = 0; run < 5; ++run)
        ema_update<<<(n + 255) / 256, 256>>>(da, dw, n, 0.875f);
    cudaMemcpy(average.data(), da, n * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (float v : average) sum += v;
    printf("%.7g\n", sum);
    return 0;
}
