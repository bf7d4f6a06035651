#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// Root-sum-of-squares combination of the coil images of a parallel MRI scan.
// Coil images are complex (float2); a float4 holds two neighbouring pixels.

constexpr int kCoils = 16;

__global__ void combineCoils(const float4* __restrict__ coils, float2* __restrict__ magnitude, int pairs)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs) return;
    float a = 0.f, b = 0.f;
#pragma unroll 4
    for (int c = 0; c < kCoils; ++c) {
        const float4 v = coils[(size_t)c * pairs + i];
        a = fmaf(v.x, v.x, fmaf(v.y, v.y, a));
        b = fmaf(v.z, v.z, fmaf(v.w, v.w, b));
    }
    magnitude[i] = make_float2(sqrtf(a), sqrtf(b));
}

int main()
{
    const int nx = 320, ny = 320, slices = 10;
    const int pixels = nx * ny * slices;
    std::vector<float2> coilImages((size_t)kCoils * pixels);
    for (int c = 0; c < kCoils; ++c)
        for (int p = 0; p < pixels; ++p) {
            coilImages[(size_t)c * pixels + p].x = 0.1f * c + 0.001f * (p % 320);
            coilImages[(size_t)c * pixels + p].y = -0.05f * c + 0.002f * (p / 320 % 320);
        }

    float4* d_coils;
    float2* d_mag;
    cudaMalloc(&d_coils, coilImages.size() * sizeof(float2));
    cudaMalloc(&d_mag, pixels * sizeof(float));
    cudaMemcpy(d_coils, coilImages.data(), coilImages.size() * sizeof(float2), cudaMemcpyHostToDevice);

    const int pairs = pixels / 2;
    cudaEvent_t e0, e1;
    cudaEventCreate(&e0);
    cudaEventCreate(&e1);
    cudaEventRecord(e0);
    combineCoils<<<(pairs + 127) / 128, 128>>>(d_coils, d_mag, pairs);
    cudaEventRecord(e1);
    cudaEventSynchronize(e1);
    float ms = 0;
    cudaEventElapsedTime(&ms, e0, e1);
    std::printf("combined %d coils in %.3f ms (%.0f GB/s)\n", kCoils, ms,
                (coilImages.size() * 8.0 + pixels * 4.0) / ms * 1e-6);
    cudaFree(d_coils);
    cudaFree(d_mag);
    return 0;
}
