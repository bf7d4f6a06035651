#include <cstdio>
#include <vector>

#define THREADS 512

__global__ void fma3(const float* a, const float* b, const float* c, float* d, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) d[i] = fmaf(a[i], b[i], c[i]);
}

int main()
{
    const int n = 1 << 24;
    const size_t bytes = n * sizeof(float);
    std::vector<float> h(n);
    for (int i = 0; i < n; ++i) h[i] = i % 4;
    float *a, *b, *c, *d;
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMalloc(&c, bytes);
    cudaMalloc(&d, bytes);
    cudaMemcpy(a, h.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(b, h.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(c, h.data(), bytes, cudaMemcpyHostToDevice);
    for (int run = 0; run < 5; ++run)
        fma3<<<n / THREADS, THREADS>>>(a, b, c, d, n);
    cudaMemcpy(h.data(), d, bytes, cudaMemcpyDeviceToHost);
    double sum = 0;
    for (float v : h) sum += v;
    printf("%.9g\n", sum);
    return 0;
}
