#include <cstdio>
#include <vector>

__global__ void saxpy(int n, float a, const float* x, float* y)
{
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        y[i] = a * x[i] + y[i];
}

int main()
{
    const int n = 1 << 25;
    std::vector<float> x(n), y(n, 1.0f);
    for (int i = 0; i < n; i++) x[i] = i % 64;
    float *dx, *dy;
    cudaMalloc(&dx, n * sizeof(float));
    cudaMalloc(&dy, n * sizeof(float));
    cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dy, y.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    const int blocks = 132 * 8;
    for (int rep = 0; rep < 5; rep++)
        saxpy<<<blocks, 256>>>(n, 0.5f, dx, dy);
    cudaMemcpy(y.data(), dy, n * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (float v : y) sum += v;
    printf("%.9g\n", sum);
    return 0;
}
