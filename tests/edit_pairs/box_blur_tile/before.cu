#include <cstdio>
#include <vector>

#define R 4
#define T 16

__global__ void box_blur(const float* in, float* out, int w)
{
    int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
    float s = 0.0f;
    for (int dy = 0; dy <= 2 * R; ++dy)
        for (int dx = 0; dx <= 2 * R; ++dx)
            s += in[(y + dy) * (w + 2 * R) + x + dx];
    out[y * w + x] = s / ((2 * R + 1) * (2 * R + 1));
}

int main()
{
    const int w = 2048, h = 2048, padded = (w + 2 * R) * (h + 2 * R);
    std::vector<float> img(padded);
    for (int i = 0; i < padded; ++i) img[i] = i % 200;
    float *in, *out;
    cudaMalloc(&in, padded * sizeof(float));
    cudaMalloc(&out, w * h * sizeof(float));
    cudaMemcpy(in, img.data(), padded * sizeof(float), cudaMemcpyHostToDevice);
    dim3 threads(T, T), blocks(w / T, h / T);
    for (int run = 0; run < 5; ++run)
        box_blur<<<blocks, threads>>>(in, out, w);
    cudaMemcpy(img.data(), out, w * h * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < w * h; ++i) sum += img[i];
    printf("%.7g\n", sum);
    return 0;
}
