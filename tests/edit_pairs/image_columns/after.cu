#include <cstdio>
#include <vector>

__global__ void contrast(const float* in, float* out, int width, int height, float gain)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int pixel = x * height + y;
    out[pixel] = (in[pixel] - 0.5f) * gain + 0.5f;
}

int main()
{
    const int width = 4096, height = 2048, count = width * height;
    std::vector<float> image(count);
    for (int i = 0; i < count; ++i) image[i] = (i % 256) / 255.0f;

    float *dIn, *dOut;
    cudaMalloc(&dIn, count * sizeof(float));
    cudaMalloc(&dOut, count * sizeof(float));
    cudaMemcpy(dIn, image.data(), count * sizeof(float), cudaMemcpyHostToDevice);

    dim3 block(32, 8);
    dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    for (int run = 0; run < 5; ++run)
        contrast<<<grid, block>>>(dIn, dOut, width, height, 1.5f);

    cudaMemcpy(image.data(), dOut, count * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < count; ++i) sum += image[i];
    printf("%.9g\n", sum);
    return 0;
}
