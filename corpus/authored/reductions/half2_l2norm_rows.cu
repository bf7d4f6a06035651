#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// Euclidean length of each embedding; 768 halves per row read as 384 half2,
// products widened to float before they are added.
constexpr int kDim = 768;

__global__ void embeddingNorms(const __half2* __restrict__ emb, float* __restrict__ norms)
{
    const __half2* row = emb + blockIdx.x * (kDim / 2);
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < kDim / 2 / 128; ++k) {
        const float2 f = __half22float2(row[k * 128 + threadIdx.x]);
        sum += f.x * f.x + f.y * f.y;
    }
    __shared__ float perWarp[4];
#pragma unroll
    for (int off = 16; off; off >>= 1)
        sum += __shfl_down_sync(0xffffffffu, sum, off);
    if ((threadIdx.x & 31) == 0) perWarp[threadIdx.x >> 5] = sum;
    __syncthreads();
    if (threadIdx.x == 0)
        norms[blockIdx.x] = sqrtf(perWarp[0] + perWarp[1] + perWarp[2] + perWarp[3]);
}

int main(int argc, char** argv)
{
    const int vectors = 4096;
    std::vector<__half> h(vectors * kDim);
    for (int i = 0; i < vectors; ++i)
        for (int d = 0; d < kDim; ++d)
            h[i * kDim + d] = __float2half(((d * 5 + i) % 21 - 10) / 10.0f);

    __half* dEmb;
    float* dNorm;
    cudaMalloc(&dEmb, h.size() * sizeof(__half));
    cudaMalloc(&dNorm, vectors * sizeof(float));

    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMemcpyAsync(dEmb, h.data(), h.size() * sizeof(__half), cudaMemcpyHostToDevice, stream);
    embeddingNorms<<<vectors, 128, 0, stream>>>(reinterpret_cast<const __half2*>(dEmb), dNorm);
    std::vector<float> norms(vectors);
    cudaMemcpyAsync(norms.data(), dNorm, vectors * sizeof(float), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);

    std::printf("|e0| = %f, |e4095| = %f\n", norms.front(), norms.back());
    cudaStreamDestroy(stream);
    cudaFree(dEmb);
    cudaFree(dNorm);
    return 0;
}
