#include <cstdio>
#include <vector>

__global__ void luminance(const uchar4* rgba, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uchar4 p = rgba[i];
    y[i] = 0.2126f * p.x + 0.7152f * p.y + 0.0722f * p.z;
}

int main()
{
    const int n = 3840 * 2160;
    std::vector<uchar4> rgba(n);
    std::vector<float> y(n);
    for (int i = 0; i < n; ++i)
        rgba[i] = make_uchar4(i % 256, i % 128, i % 64, 255);
    uchar4* dRgba;
    float* dY;
    cudaMalloc(&dRgba, n * sizeof(uchar4));
    cudaMalloc(&dY, n * sizeof(float));
    cudaMemcpy(dRgba, rgba.data(), n * sizeof(uchar4), cudaMemcpyHostToDevice);
    for (int run = 0; run < 5; ++run)
        luminance<<<n / 256, 256>>>(dRgba, dY, n);
    cudaMemcpy(y.data(), dY, n * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (float v : y) sum += v;
    printf("%.7g\n", sum);
    return 0;
}
