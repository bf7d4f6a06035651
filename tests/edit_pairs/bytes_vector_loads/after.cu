#include <cstdio>
#include <vector>

typedef unsigned char uchar;

__global__ void threshold(const uchar4* src, uchar4* dst, int n, int level)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        uchar4 p = src[i];
        dst[i] = make_uchar4(p.x > level ? 255 : 0, p.y > level ? 255 : 0,
                             p.z > level ? 255 : 0, p.w > level ? 255 : 0);
    }
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
        threshold<<<n / 1024, 256>>>((uchar4*)src, (uchar4*)dst, n / 4, 100);
    cudaMemcpy(img.data(), dst, n, cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < n; i++) sum += img[i];
    printf("%.9g\n", sum);
    return 0;
}
