#include <cuda_fp16.h>
#include <mma.h>
#include <cstdio>
#include <cstdlib>
using namespace nvcuda;

#define M 1024
#define N 1024
#define K 1024

// One warp computes one 16x16 tile of C, operands straight from global memory.
__global__ void wmmaSimple(const half* a, const half* b, float* c)
{
    int warpM = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int warpN = blockIdx.y * blockDim.y + threadIdx.y;

    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
    wmma::fill_fragment(acc, 0.0f);

    for (int k = 0; k < K; k += 16) {
        wmma::load_matrix_sync(fa, a + warpM * 16 * K + k, K);
        wmma::load_matrix_sync(fb, b + warpN * 16 * K + k, K);
        wmma::mma_sync(acc, fa, fb, acc);
    }
    wmma::store_matrix_sync(c + warpM * 16 * N + warpN * 16, acc, N, wmma::mem_row_major);
}

int main()
{
    half* ha = (half*)malloc(M * K * sizeof(half));
    half* hb = (half*)malloc(K * N * sizeof(half));
    float* hc = (float*)malloc(M * N * sizeof(float));
    for (int i = 0; i < M * K; i++) ha[i] = __float2half((i % 5) * 0.25f);
    for (int i = 0; i < K * N; i++) hb[i] = __float2half((i % 3) * 0.5f);

    half *da, *db;
    float* dc;
    cudaMalloc(&da, M * K * sizeof(half));
    cudaMalloc(&db, K * N * sizeof(half));
    cudaMalloc(&dc, M * N * sizeof(float));
    cudaMemcpy(da, ha, M * K * sizeof(half), cudaMemcpyHostToDevice);
    cudaMemcpy(db, hb, K * N * sizeof(half), cudaMemcpyHostToDevice);

    dim3 block(128, 4);                         // 4 x 4 warps
    dim3 grid(M / 16 / 4, N / 16 / 4);
    wmmaSimple<<<grid, block>>>(da, db, dc);
    cudaMemcpy(hc, dc, M * N * sizeof(float), cudaMemcpyDeviceToHost);

    float ref = 0;                              // c[7][9]; b is stored by columns
    for (int k = 0; k < K; k++) ref += __half2float(ha[7 * K + k]) * __half2float(hb[9 * K + k]);
    printf("c[7][9] = %f, host %f\n", hc[7 * N + 9], ref);

    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
    free(ha);
    free(hb);
    free(hc);
    return 0;
}
