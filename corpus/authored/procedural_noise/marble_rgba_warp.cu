#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

// marble texture: sine bands pushed around by turbulence, coloured between two stones

#define SIZE 1024

__device__ float rnd(int x, int y)
{
    unsigned int n = (unsigned int)(x + y * 57);
    n = (n << 13) ^ n;
    return 1.0f - ((n * (n * n * 15731u + 789221u) + 1376312589u) & 0x7fffffffu) / 1073741824.0f;
}

__device__ float smoothNoise(float x, float y)
{
    int xi = (int)floor(x);
    int yi = (int)floor(y);
    float fx = x - xi;
    float fy = y - yi;
    float wx = (1.0f - cosf(fx * 3.14159265f)) * 0.5f;
    float wy = (1.0f - cosf(fy * 3.14159265f)) * 0.5f;
    float a = rnd(xi, yi) * (1.0f - wx) + rnd(xi + 1, yi) * wx;
    float b = rnd(xi, yi + 1) * (1.0f - wx) + rnd(xi + 1, yi + 1) * wx;
    return a * (1.0f - wy) + b * wy;
}

__device__ float turbulence(float x, float y, int octaves)
{
    float sum = 0.0f;
    float size = 1.0f;
    for (int i = 0; i < octaves; i++)
    {
        sum += fabsf(smoothNoise(x * size, y * size)) / size;
        size = size * 2.0f;
    }
    return sum;
}

__global__ void marble(unsigned char *rgba)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float u = x / 64.0f;
    float v = y / 64.0f;

    // warp the domain first
    float wu = u + 1.5f * turbulence(u + 5.2f, v + 1.3f, 3);
    float wv = v + 1.5f * turbulence(u - 3.7f, v + 9.1f, 3);
    float t = 0.5f + 0.5f * sinf(2.0f * (wu + wv) + 4.0f * turbulence(wu, wv, 5));

    int index = (y * SIZE + x) * 4;
    rgba[index + 0] = (unsigned char)(235 - 120 * t);
    rgba[index + 1] = (unsigned char)(232 - 130 * t);
    rgba[index + 2] = (unsigned char)(225 - 110 * t);
    rgba[index + 3] = 255;
}

int main()
{
    unsigned char *d_rgba;
    unsigned char *rgba = (unsigned char *)malloc(SIZE * SIZE * 4);
    cudaMalloc((void **)&d_rgba, SIZE * SIZE * 4);
    dim3 threads(16, 16);
    dim3 blocks(SIZE / 16, SIZE / 16);
    marble<<<blocks, threads>>>(d_rgba);
    cudaMemcpy(rgba, d_rgba, SIZE * SIZE * 4, cudaMemcpyDeviceToHost);

    long total = 0;
    for (int i = 0; i < SIZE * SIZE * 4; i += 4)
        total += rgba[i];
    printf("average red = %ld\n", total / (SIZE * SIZE));
    cudaFree(d_rgba);
    free(rgba);
    return 0;
}
