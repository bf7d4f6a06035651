#include <cuda_bf16.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <vector>

// QLoRA storage: 4-bit normal-float codes, one absmax per 64 weights.
__constant__ float kCodebook[16] = {
    -1.0f, -0.6961928f, -0.5250731f, -0.3949175f, -0.2844414f, -0.1847734f, -0.0910500f, 0.0f,
    0.0795803f, 0.1609302f, 0.2461123f, 0.3379152f, 0.4407098f, 0.5626170f, 0.7229568f, 1.0f};

__global__ void nf4Decode(const uint8_t* __restrict__ codes, const float* __restrict__ absmax,
                          __nv_bfloat162* __restrict__ weights, int pairs)
{
    // a pair of decoded values for each possible byte
    __shared__ float2 pairTable[256];
    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        pairTable[b] = make_float2(kCodebook[b >> 4], kCodebook[b & 15]);
    __syncthreads();

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x) {
        const float scale = absmax[i >> 5];          // 32 bytes = 64 weights
        const float2 v = pairTable[codes[i]];
        weights[i] = __floats2bfloat162_rn(v.x * scale, v.y * scale);
    }
}

int main()
{
    const int weightsCount = 8 * 1024 * 1024;
    const int pairs = weightsCount / 2;

    std::vector<uint8_t> codes(pairs);
    std::vector<float> absmax(weightsCount / 64);
    for (int i = 0; i < pairs; ++i) codes[i] = (uint8_t)(i * 167 + 13);
    for (size_t g = 0; g < absmax.size(); ++g) absmax[g] = 0.05f + 0.0001f * (g % 100);

    uint8_t* dCodes;
    float* dAbs;
    __nv_bfloat162* dW;
    cudaMalloc(&dCodes, pairs);
    cudaMalloc(&dAbs, absmax.size() * sizeof(float));
    cudaMalloc(&dW, pairs * sizeof(__nv_bfloat162));
    cudaMemcpy(dCodes, codes.data(), pairs, cudaMemcpyHostToDevice);
    cudaMemcpy(dAbs, absmax.data(), absmax.size() * sizeof(float), cudaMemcpyHostToDevice);

    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventRecord(begin);
    nf4Decode<<<1056, 256>>>(dCodes, dAbs, dW, pairs);
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    float ms = 0.f;
    cudaEventElapsedTime(&ms, begin, end);
    printf("%.1f GB/s\n", (pairs * 5.0 + absmax.size() * 4.0) / (ms * 1e6));

    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    cudaFree(dCodes);
    cudaFree(dAbs);
    cudaFree(dW);
    return 0;
}
