#include <cstdio>
#include <cuda_fp16.h>
#include <vector>

__global__ void axpby(const float* x, const float* y, float* z, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) z[i] = 0.5f * x[i] + 0.25f * y[i];
}

int main()
{
    const int n = 1 << 24;
    std::vector<float> x(n), y(n);
    for (int i = 0; i < n; ++i) {
        x[i] = i % 16;
        y[i] = i % 8;
    }
    float *dx, *dy, *dz;
    cudaMalloc(&dx, n * sizeof(float));
    cudaMalloc(&dy, n * sizeof(float));
    cudaMalloc(&dz, n * sizeof(float));
    cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dy, y.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    for (int run = 0; run < 5; ++run)
        axpby<<<n / 256, 256>>>(dx, dy, dz, n);
    cudaMemcpy(x.data(), dz, n * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += x[i];
    printf("%.9g\n", sum);
    return 0;
}
