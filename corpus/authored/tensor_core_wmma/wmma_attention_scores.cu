/*
 * Attention scores S = Q K^T / sqrt(64) for 16 heads of 512 tokens on tensor cores.
 * Each warp keeps its 16 query rows as four A fragments for the whole kernel and
 * sweeps over key tiles; the result goes out in half precision.
 */
#include <mma.h>
#include <cuda_fp16.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace nvcuda;

#define T 512
#define HEADS 16
#define D 64
#define WARPS 4

__global__ void qkScores(const __half *q, const __half *k, __half *s, float scale)
{
    const int warp = threadIdx.y;
    const int qTile = blockIdx.x * WARPS + warp;
    const int head = blockIdx.y;
    const __half *qh = q + (size_t)head * T * D;
    const __half *kh = k + (size_t)head * T * D;
    __half *sh = s + (size_t)head * T * T;

    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fq[D / 16];
#pragma unroll
    for (int c = 0; c < D / 16; c++)
        wmma::load_matrix_sync(fq[c], qh + qTile * 16 * D + c * 16, D);

    const __half hs = __float2half(scale);
    for (int kTile = 0; kTile < T / 16; kTile++)
    {
        wmma::fragment<wmma::accumulator, 16, 16, 16, __half> acc;
        wmma::fill_fragment(acc, __float2half(0.0f));
#pragma unroll
        for (int c = 0; c < D / 16; c++)
        {
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fk;
            wmma::load_matrix_sync(fk, kh + kTile * 16 * D + c * 16, D);
            wmma::mma_sync(acc, fq[c], fk, acc);
        }
#pragma unroll
        for (int i = 0; i < acc.num_elements; i++)
            acc.x[i] = __hmul(acc.x[i], hs);
        wmma::store_matrix_sync(sh + qTile * 16 * T + kTile * 16, acc, T, wmma::mem_row_major);
    }
}

int main()
{
    const size_t n = (size_t)HEADS * T * D;
    __half *hq = (__half *)malloc(n * sizeof(__half));
    for (size_t i = 0; i < n; i++)
        hq[i] = __float2half((float)(i % 16) / 16.0f - 0.5f);

    __half *q, *k, *s;
    cudaMalloc(&q, n * sizeof(__half));
    cudaMalloc(&k, n * sizeof(__half));
    cudaMalloc(&s, (size_t)HEADS * T * T * sizeof(__half));
    cudaMemcpy(q, hq, n * sizeof(__half), cudaMemcpyHostToDevice);
    cudaMemcpy(k, hq, n * sizeof(__half), cudaMemcpyHostToDevice);

    cudaEvent_t e0, e1;
    cudaEventCreate(&e0);
    cudaEventCreate(&e1);
    cudaEventRecord(e0);
    qkScores<<<dim3(T / 16 / WARPS, HEADS), dim3(32, WARPS)>>>(q, k, s, 0.125f);
    cudaEventRecord(e1);
    cudaEventSynchronize(e1);
    float ms;
    cudaEventElapsedTime(&ms, e0, e1);
    printf("%.2f TFLOP/s\n", 2.0 * HEADS * T * T * D / (ms * 1e9));

    __half s00;
    cudaMemcpy(&s00, s, sizeof(s00), cudaMemcpyDeviceToHost);
    printf("s[0][0] = %f\n", __half2float(s00));
    cudaFree(q);
    cudaFree(k);
    cudaFree(s);
    free(hq);
    return 0;
}
