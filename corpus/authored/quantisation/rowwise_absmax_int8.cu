#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

// Dynamic activation quantisation: scale = max|x| / 127 for every token row.
// Eight warps in a block, each warp one row.
__global__ void quantizeRows(const float4* __restrict__ x, char4* __restrict__ q,
                             float* __restrict__ scale, int rows, int vecPerRow)
{
    int warpsPerBlock = blockDim.x / 32;
    int row = blockIdx.x * warpsPerBlock + threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows) return;

    const float4* src = x + (size_t)row * vecPerRow;
    float amax = 0.f;
    for (int i = lane; i < vecPerRow; i += 32) {
        float4 v = src[i];
        amax = fmaxf(amax, fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w))));
    }
#pragma unroll
    for (int mask = 16; mask >= 1; mask >>= 1)
        amax = fmaxf(amax, __shfl_xor_sync(0xffffffff, amax, mask));

    float inv = amax > 0.f ? 127.f / amax : 0.f;
    char4* dst = q + (size_t)row * vecPerRow;
    for (int i = lane; i < vecPerRow; i += 32) {
        float4 v = src[i];
        dst[i] = make_char4(__float2int_rn(v.x * inv), __float2int_rn(v.y * inv),
                            __float2int_rn(v.z * inv), __float2int_rn(v.w * inv));
    }
    if (lane == 0) scale[row] = amax / 127.f;
}

int main()
{
    const int rows = 4096, cols = 2048;
    std::vector<float> x(rows * cols);
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < cols; ++c)
            x[r * cols + c] = (c % 64 - 31.5f) * (1 + r % 5) * 0.01f;

    float4* dx;
    char4* dq;
    float* ds;
    cudaMalloc(&dx, x.size() * sizeof(float));
    cudaMalloc(&dq, x.size());
    cudaMalloc(&ds, rows * sizeof(float));
    cudaMemcpy(dx, x.data(), x.size() * sizeof(float), cudaMemcpyHostToDevice);

    quantizeRows<<<rows / 8, 256>>>(dx, dq, ds, rows, cols / 4);

    std::vector<int8_t> q(x.size());
    std::vector<float> s(rows);
    cudaMemcpy(q.data(), dq, q.size(), cudaMemcpyDeviceToHost);
    cudaMemcpy(s.data(), ds, rows * sizeof(float), cudaMemcpyDeviceToHost);
    float worst = 0;
    for (size_t i = 0; i < x.size(); ++i) {
        float e = q[i] * s[i / cols] - x[i];
        if (e < 0) e = -e;
        if (e > worst) worst = e;
    }
    printf("largest quantisation error %g\n", worst);
    cudaFree(dx);
    cudaFree(dq);
    cudaFree(ds);
    return 0;
}
