#include <cstdio>
#include <vector>

__global__ void iterate_map(const float* seed, float* out, int n, int rounds, float k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = seed[i], y = 0.25f;
    const float rk = 1.0f / k, rk1 = 1.0f / (k + 1.0f);
    for (int r = 0; r < rounds; ++r) {
        x = (x + y) * rk;
        y = (y + 1.5f) * rk1 + x;
        x = x + y * rk;
    }
    out[i] = x + y;
}

int main()
{
    const int n = 1 << 20, rounds = 128;
    std::vector<float> v(n);
    for (int i = 0; i < n; ++i) v[i] = (i % 1000) * 0.001f;
    float *seed, *out;
    cudaMalloc(&seed, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemcpy(seed, v.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    for (int run = 0; run < 5; ++run)
        iterate_map<<<n / 256, 256>>>(seed, out, n, rounds, 3.7f);
    cudaMemcpy(v.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (float x : v) sum += x;
    printf("%.5g\n", sum);
    return 0;
}
