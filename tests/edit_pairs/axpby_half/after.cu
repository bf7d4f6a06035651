#include <cstdio>
#include <cuda_fp16.h>
#include <vector>

__global__ void axpby(const __half2* x, const __half2* y, __half2* z, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        z[i] = __hfma2(__float2half2_rn(0.5f), x[i], __hmul2(__float2half2_rn(0.25f), y[i]));
}

int main()
{
    const int n = 1 << 24;
    std::vector<__half> x(n), y(n);
    for (int i = 0; i < n; ++i) {
        x[i] = __float2half((float)(i % 16));
        y[i] = __float2half((float)(i % 8));
    }
    __half2 *dx, *dy, *dz;
    cudaMalloc(&dx, n * sizeof(__half));
    cudaMalloc(&dy, n * sizeof(__half));
    cudaMalloc(&dz, n * sizeof(__half));
    cudaMemcpy(dx, x.data(), n * sizeof(__half), cudaMemcpyHostToDevice);
    cudaMemcpy(dy, y.data(), n * sizeof(__half), cudaMemcpyHostToDevice);
    for (int run = 0; run < 5; ++run)
        axpby<<<n / 512, 256>>>(dx, dy, dz, n / 2);
    cudaMemcpy(x.data(), dz, n * sizeof(__half), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += __half2float(x[i]);
    printf("%.9g\n", sum);
    return 0;
}
