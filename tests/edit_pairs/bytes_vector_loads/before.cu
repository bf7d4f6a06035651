#include <cstdio>
#include <vector>

typedef unsigned char uchar;

__global__ void threshold(const uchar* src, uchar* dst, int n, int level)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        dst[i] = src[i] > level ? 255 : 0;
}

int main()
{
    const int n = 64 << 20;
    std::vector<uchar> img(n);
    for (int i = 0; i < n; i++) img[i] = i % 251;
    uchar *src, *dst;
    cudaMalloc(&src, n);
    cudaMalloc(&dst, n);
    cudaMemcpy(src, img.data(), n, cudaMemcpyHostToDevice);
    for (int frame = 0; frame < 5; frame++)
        threshold<<<n / 256, 256>>>(src, dst, n, 100);
    cudaMemcpy(img.data(), dst, n, cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < n; i++) sum += img[i];
    printf("%.9g\n", sum);
    return 0;
}
