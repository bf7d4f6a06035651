#include <cuda_runtime.h>
#include <cstdio>
#include <numeric>
#include <utility>
#include <vector>

// Terrain height map: six octaves of gradient noise on a shuffled permutation table.

__constant__ unsigned char perm[512];

__device__ float fade(float t) { return t * t * t * (t * (t * 6.f - 15.f) + 10.f); }

__device__ float grad(int h, float x, float y)
{
    // eight directions
    float u = (h & 4) ? y : x;
    float v = (h & 4) ? x : y;
    return ((h & 1) ? -u : u) + ((h & 2) ? -2.f * v : 2.f * v);
}

__device__ float perlin(float x, float y)
{
    int xi = (int)floorf(x), yi = (int)floorf(y);
    float fx = x - xi, fy = y - yi;
    xi &= 255;
    yi &= 255;
    float u = fade(fx), v = fade(fy);
    int a = perm[xi] + yi, b = perm[xi + 1] + yi;
    float lo = grad(perm[a], fx, fy) * (1.f - u) + grad(perm[b], fx - 1.f, fy) * u;
    float hi = grad(perm[a + 1], fx, fy - 1.f) * (1.f - u) + grad(perm[b + 1], fx - 1.f, fy - 1.f) * u;
    return lo + v * (hi - lo);
}

__global__ void terrain(float* height, int n, float frequency)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n) return;

    float sum = 0.f, amplitude = 0.5f, f = frequency;
    for (int octave = 0; octave < 6; ++octave) {
        sum += amplitude * perlin(x * f, y * f);
        amplitude *= 0.5f;
        f *= 2.03f;
    }
    height[y * n + x] = sum;
}

int main()
{
    const int n = 1024;
    std::vector<unsigned char> p(512);
    for (int i = 0; i < 256; ++i) p[i] = (unsigned char)i;
    unsigned random = 1;
    for (int i = 255; i > 0; --i) {
        random = random * 1664525u + 1013904223u;
        std::swap(p[i], p[(random >> 16) % (i + 1)]);
    }
    for (int i = 0; i < 256; ++i) p[256 + i] = p[i];
    cudaMemcpyToSymbol(perm, p.data(), 512);

    float* dHeight;
    cudaMalloc(&dHeight, n * n * sizeof(float));
    terrain<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(dHeight, n, 1.f / 128);

    std::vector<float> height(n * n);
    cudaMemcpy(height.data(), dHeight, n * n * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("mean height %f\n", std::accumulate(height.begin(), height.end(), 0.0) / (n * n));
    cudaFree(dHeight);
    return 0;
}
