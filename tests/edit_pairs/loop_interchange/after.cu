#include <cstdio>
#include <vector>

#define SIDE 16

// Energy of square patches, a warp a patch: lanes share out its pixels.
__global__ void patch_energy(const float* image, float* energy, int width)
{
    int lane = threadIdx.x % 32;
    int patch = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int across = width / SIDE;
    const float* corner = image + patch / across * SIDE * width + patch % across * SIDE;
    float sum = 0.0f;
    for (int p = lane; p < SIDE * SIDE; p += 32) {
        int x = p / SIDE, y = p % SIDE;
        float v = corner[y * width + x];
        sum += v * v;
    }
    for (int w = 16; w > 0; w >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, w);
    if (lane == 0) energy[patch] = sum;
}

int main()
{
    const int width = 4096, height = 4096, patches = width * height / (SIDE * SIDE);
    std::vector<float> image(width * height), energy(patches);
    for (int i = 0; i < width * height; ++i) image[i] = (i % 255) / 255.0f;
    float *dImage, *dEnergy;
    cudaMalloc(&dImage, image.size() * sizeof(float));
    cudaMalloc(&dEnergy, patches * sizeof(float));
    cudaMemcpy(dImage, image.data(), image.size() * sizeof(float), cudaMemcpyHostToDevice);
    for (int run = 0; run < 5; ++run)
        patch_energy<<<patches / 8, 256>>>(dImage, dEnergy, width);
    cudaMemcpy(energy.data(), dEnergy, patches * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (float e : energy) sum += e;
    printf("%.6g\n", sum);
    return 0;
}
