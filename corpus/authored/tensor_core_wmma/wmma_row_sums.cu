#include <mma.h>
#include <cuda_fp16.h>
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

using namespace nvcuda;

// Row sums of a half matrix on tensor cores: multiply by a matrix of ones. Each
// warp folds 16 rows of 256 columns into one accumulator fragment; all columns of
// the result are equal, so only the first is copied out of shared memory.
const int ROWS = 8192, COLS = 256, WARPS = 8;

__global__ void rowSums(const half* in, float* sums)
{
    __shared__ __align__(32) float tile[WARPS][16 * 16];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row0 = (blockIdx.x * WARPS + warp) * 16;

    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> ones;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
    wmma::fill_fragment(ones, __float2half(1.0f));
    wmma::fill_fragment(acc, 0.0f);

#pragma unroll
    for (int c = 0; c < COLS; c += 16) {
        wmma::load_matrix_sync(a, in + (size_t)row0 * COLS + c, COLS);
        wmma::mma_sync(acc, a, ones, acc);
    }
    wmma::store_matrix_sync(tile[warp], acc, 16, wmma::mem_row_major);
    __syncwarp();
    if (lane < 16) sums[row0 + lane] = tile[warp][lane * 16];
}

int main()
{
    thrust::host_vector<half> h(ROWS * COLS);
    for (int i = 0; i < ROWS * COLS; i++) h[i] = __float2half((float)((i / COLS) % 4));
    thrust::device_vector<half> d = h;
    thrust::device_vector<float> s(ROWS);

    rowSums<<<ROWS / (16 * WARPS), WARPS * 32>>>(thrust::raw_pointer_cast(d.data()), thrust::raw_pointer_cast(s.data()));
    cudaDeviceSynchronize();

    thrust::host_vector<float> out = s;
    int errors = 0;
    for (int r = 0; r < ROWS; r++)
        if (out[r] != 256.0f * (r % 4)) errors++;
    printf("%d errors\n", errors);
    return errors;
}
