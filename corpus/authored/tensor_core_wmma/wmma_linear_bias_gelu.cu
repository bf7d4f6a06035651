#include <cuda_fp16.h>
#include <mma.h>
#include <iostream>
#include <vector>

// First half of a transformer MLP: H = gelu(X W + b), everything fp16 in memory.
// 32x64 output tile a block, two warps each 16x64; accumulators are spilled to shared
// memory once for the epilogue, because their element layout is opaque.
namespace mlp {

using namespace nvcuda;
constexpr int kTileM = 32, kTileN = 64;

__device__ __forceinline__ float gelu(float x)
{
    return 0.5f * x * (1.0f + erff(x * 0.70710678f));
}

__global__ void __launch_bounds__(64)
linearGelu(const __half* __restrict__ X, const __half* __restrict__ W, const __half* __restrict__ bias,
           __half* __restrict__ H, int K, int N)
{
    __shared__ __align__(32) float stage[kTileM][kTileN + 4];
    const int warp = threadIdx.x / 32;
    const int m0 = blockIdx.y * kTileM, n0 = blockIdx.x * kTileN;

    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) wmma::fill_fragment(acc[j], 0.f);

    const __half* x = X + (size_t)(m0 + warp * 16) * K;
    for (int k = 0; k < K; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
        wmma::load_matrix_sync(a, x + k, K);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b;
            wmma::load_matrix_sync(b, W + (size_t)k * N + n0 + 16 * j, N);
            wmma::mma_sync(acc[j], a, b, acc[j]);
        }
    }
#pragma unroll
    for (int j = 0; j < 4; ++j)
        wmma::store_matrix_sync(&stage[warp * 16][16 * j], acc[j], kTileN + 4, wmma::mem_row_major);
    __syncthreads();

    for (int e = threadIdx.x; e < kTileM * kTileN / 2; e += 64) {
        const int r = e / (kTileN / 2), c = 2 * (e % (kTileN / 2));
        const float2 bb = __half22float2(*reinterpret_cast<const __half2*>(bias + n0 + c));
        const __half2 out = __floats2half2_rn(gelu(stage[r][c] + bb.x), gelu(stage[r][c + 1] + bb.y));
        *reinterpret_cast<__half2*>(H + (size_t)(m0 + r) * N + n0 + c) = out;
    }
}

} // namespace mlp

int main()
{
    const int M = 1024, K = 512, N = 1024;
    std::vector<__half> x(M * K), w(K * N), b(N);
    for (size_t i = 0; i < x.size(); ++i) x[i] = __float2half((float)(i % 21) * 0.05f - 0.5f);
    for (size_t i = 0; i < w.size(); ++i) w[i] = __float2half((float)(i % 13) * 0.01f - 0.06f);
    for (int i = 0; i < N; ++i) b[i] = __float2half(0.1f);

    __half *dx, *dw, *db, *dh;
    cudaMalloc(&dx, x.size() * sizeof(__half));
    cudaMalloc(&dw, w.size() * sizeof(__half));
    cudaMalloc(&db, b.size() * sizeof(__half));
    cudaMalloc(&dh, (size_t)M * N * sizeof(__half));
    cudaMemcpy(dx, x.data(), x.size() * sizeof(__half), cudaMemcpyHostToDevice);
    cudaMemcpy(dw, w.data(), w.size() * sizeof(__half), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), b.size() * sizeof(__half), cudaMemcpyHostToDevice);

    mlp::linearGelu<<<dim3(N / mlp::kTileN, M / mlp::kTileM), 64>>>(dx, dw, db, dh, K, N);

    std::vector<__half> h((size_t)M * N);
    cudaMemcpy(h.data(), dh, h.size() * sizeof(__half), cudaMemcpyDeviceToHost);
    float ref = 0.1f;
    for (int k = 0; k < K; ++k) ref += __half2float(x[2 * K + k]) * __half2float(w[k * N + 3]);
    std::cout << __half2float(h[2 * N + 3]) << " vs gelu(" << ref << ")\n";
    cudaFree(dx); cudaFree(dw); cudaFree(db); cudaFree(dh);
    return 0;
}
