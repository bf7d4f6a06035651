#include <cstdio>
#include <vector>

#define SHARED_BYTES (8 * 1024)

__global__ void mix_tiles(const float* in, float* out)
{
    extern __shared__ float tile[];
    int t = threadIdx.x;
    const float* src = in + blockIdx.x * 2048;
    for (int k = 0; k < 8; ++k) tile[k * 256 + t] = src[k * 256 + t];
    __syncthreads();
    float acc = 0.0f;
    for (int k = 0; k < 8; ++k) acc += tile[(t * 8 + k * 9) & 2047];
    for (int k = 0; k < 8; ++k) out[blockIdx.x * 2048 + k * 256 + t] = acc * k;
}

int main()
{
    const int blocks = 8192, n = blocks * 2048;
    std::vector<float> h(n);
    for (int i = 0; i < n; ++i) h[i] = (i % 23) * 0.25f;
    float *in, *out;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemcpy(in, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaFuncSetAttribute(mix_tiles, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED_BYTES);
    for (int run = 0; run < 5; ++run)
        mix_tiles<<<blocks, 256, SHARED_BYTES>>>(in, out);
    cudaMemcpy(h.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (float v : h) sum += v;
    printf("%.7g\n", sum);
    return 0;
}
