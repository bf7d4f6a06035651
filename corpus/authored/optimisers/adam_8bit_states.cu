#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

// Adam whose two moments are stored in 8 bits with one scale per 256 values.
// A block dequantises, updates, finds the new scales and quantises again.

constexpr int QB = 256;

__device__ __forceinline__ float blockMax(float v, float* warpBuf)
{
    for (int o = 16; o; o >>= 1) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
    if ((threadIdx.x & 31) == 0) warpBuf[threadIdx.x >> 5] = v;
    __syncthreads();
    v = warpBuf[threadIdx.x & 7];
    for (int o = 4; o; o >>= 1) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}

__global__ void __launch_bounds__(QB)
adam8bit(float* __restrict__ w, const float* __restrict__ g,
         int8_t* __restrict__ m8, uint8_t* __restrict__ v8,
         float* __restrict__ mScale, float* __restrict__ vScale,
         float lr, float b1, float b2, float eps)
{
    __shared__ float bufM[QB / 32], bufV[QB / 32];
    const int i = blockIdx.x * QB + threadIdx.x;

    const float grad = g[i];
    float m = m8[i] * mScale[blockIdx.x];
    float root = v8[i] * vScale[blockIdx.x];        // the square root of v is stored
    float v = root * root;

    m = b1 * m + (1.f - b1) * grad;
    v = b2 * v + (1.f - b2) * grad * grad;
    root = sqrtf(v);
    w[i] -= lr * m / (root + eps);

    const float mMax = fmaxf(blockMax(fabsf(m), bufM), 1e-20f);
    const float vMax = fmaxf(blockMax(root, bufV), 1e-20f);
    m8[i] = (int8_t)__float2int_rn(m * (127.f / mMax));
    v8[i] = (uint8_t)__float2int_rn(root * (255.f / vMax));
    if (threadIdx.x == 0) {
        mScale[blockIdx.x] = mMax / 127.f;
        vScale[blockIdx.x] = vMax / 255.f;
    }
}

int main()
{
    const int blocks = 8192;
    const int n = blocks * QB;                       // 2,097,152 parameters
    std::vector<float> w(n, 0.5f), g(n);
    for (int i = 0; i < n; ++i) g[i] = ((i * 37) % 1001 - 500) * 1e-4f;

    float *dw, *dg, *dms, *dvs;
    int8_t* dm;
    uint8_t* dv;
    cudaMalloc(&dw, n * sizeof(float));
    cudaMalloc(&dg, n * sizeof(float));
    cudaMalloc(&dm, n);
    cudaMalloc(&dv, n);
    cudaMalloc(&dms, blocks * sizeof(float));
    cudaMalloc(&dvs, blocks * sizeof(float));
    cudaMemcpy(dw, w.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dg, g.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(dm, 0, n);
    cudaMemset(dv, 0, n);
    cudaMemset(dms, 0, blocks * sizeof(float));
    cudaMemset(dvs, 0, blocks * sizeof(float));

    adam8bit<<<blocks, QB>>>(dw, dg, dm, dv, dms, dvs, 1e-3f, 0.9f, 0.999f, 1e-8f);

    cudaMemcpy(w.data(), dw, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("w[0]=%.6f w[n-1]=%.6f\n", w[0], w[n - 1]);
    cudaFree(dw); cudaFree(dg); cudaFree(dm); cudaFree(dv); cudaFree(dms); cudaFree(dvs);
    return 0;
}
