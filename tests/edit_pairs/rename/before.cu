#include <cstdio>
#include <vector>

__device__ float cnd(float d)
{
    return 0.5f * erfcf(-d * 0.70710678f);
}

__global__ void price_call(const float* spot, const float* strike, float* price, int n, float T)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float r = 0.02f, sigma = 0.3f;
    float s = spot[i], k = strike[i];
    float root = sigma * sqrtf(T);
    float d1 = (logf(s / k) + (r + 0.5f * sigma * sigma) * T) / root;
    float d2 = d1 - root;
    price[i] = s * cnd(d1) - k * expf(-r * T) * cnd(d2);
}

int main()
{
    const int n = 4000000;
    std::vector<float> s(n), k(n);
    for (int i = 0; i < n; ++i) {
        s[i] = 50.0f + (i % 100);
        k[i] = 60.0f + (i % 70);
    }
    float *ds, *dk, *dp;
    cudaMalloc(&ds, n * sizeof(float));
    cudaMalloc(&dk, n * sizeof(float));
    cudaMalloc(&dp, n * sizeof(float));
    cudaMemcpy(ds, s.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dk, k.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    for (int run = 0; run < 5; ++run)
        price_call<<<(n + 255) / 256, 256>>>(ds, dk, dp, n, 1.5f);
    cudaMemcpy(s.data(), dp, n * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (float v : s) sum += v;
    printf("%.7g\n", sum);
    return 0;
}
