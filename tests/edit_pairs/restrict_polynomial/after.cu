#include <cstdio>
#include <vector>

#define ORDER 12

__global__ void polynomial(const float* __restrict__ c, const float* __restrict__ x,
                           float* __restrict__ y, int n)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x);
    int stride = gridDim.x * blockDim.x;
    for (int i = first; i < n; i += stride) {
        float v = x[i], r = c[ORDER - 1];
        for (int k = ORDER - 2; k >= 0; --k) r = r * v + c[k];
        y[i] = r;
    }
}

int main()
{
    const int n = 8 << 20;
    std::vector<float> x(n);
    for (int i = 0; i < n; ++i) x[i] = (i % 1024) / 1024.0f;
    float coefficient[ORDER];
    for (int k = 0; k < ORDER; ++k) coefficient[k] = 1.0f / (k + 2);
    float *dc, *dx, *dy;
    cudaMalloc(&dc, sizeof(coefficient));
    cudaMalloc(&dx, n * sizeof(float));
    cudaMalloc(&dy, n * sizeof(float));
    cudaMemcpy(dc, coefficient, sizeof(coefficient), cudaMemcpyHostToDevice);
    cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    for (int run = 0; run < 5; ++run)
        polynomial<<<132 * 4, 256>>>(dc, dx, dy, n);
    cudaMemcpy(x.data(), dy, n * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (float v : x) sum += v;
    printf("%.7g\n", sum);
    return 0;
}
