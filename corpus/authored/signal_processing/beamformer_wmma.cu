// Narrow-band beamformer as a matrix product on tensor cores: 64 beams x 64 antennas times
// 64 antennas x many snapshots, real-valued baseband, half in and float out.
// A warp makes a 16 x 32 piece of the output.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <mma.h>
#include <cstdio>
#include <cstdlib>

using namespace nvcuda;

#define BEAMS 64
#define ANTENNAS 64
#define SNAPSHOTS 65536

__global__ void beamform_tc(const half *weights, const half *samples, float *beams)
{
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const int col = warp % (SNAPSHOTS / 32) * 32;
    const int row = warp / (SNAPSHOTS / 32) * 16;

    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b0, b1;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c0, c1;
    wmma::fill_fragment(c0, 0.0f);
    wmma::fill_fragment(c1, 0.0f);

#pragma unroll
    for (int k = 0; k < ANTENNAS; k += 16) {
        wmma::load_matrix_sync(a, weights + row * ANTENNAS + k, ANTENNAS);
        wmma::load_matrix_sync(b0, samples + k * SNAPSHOTS + col, SNAPSHOTS);
        wmma::load_matrix_sync(b1, samples + k * SNAPSHOTS + col + 16, SNAPSHOTS);
        wmma::mma_sync(c0, a, b0, c0);
        wmma::mma_sync(c1, a, b1, c1);
    }
    wmma::store_matrix_sync(beams + row * SNAPSHOTS + col, c0, SNAPSHOTS, wmma::mem_row_major);
    wmma::store_matrix_sync(beams + row * SNAPSHOTS + col + 16, c1, SNAPSHOTS, wmma::mem_row_major);
}

int main()
{
    half *w = (half *)malloc(BEAMS * ANTENNAS * sizeof(half));
    half *s = (half *)malloc((size_t)ANTENNAS * SNAPSHOTS * sizeof(half));
    for (int i = 0; i < BEAMS * ANTENNAS; i++)
        w[i] = __float2half((float)((i / ANTENNAS + i) % 5) * 0.25f - 0.5f);
    for (int i = 0; i < ANTENNAS * SNAPSHOTS; i++)
        s[i] = __float2half((float)(i % 17) * 0.0625f - 0.5f);

    half *dw, *ds;
    float *db;
    cudaMalloc((void **)&dw, BEAMS * ANTENNAS * sizeof(half));
    cudaMalloc((void **)&ds, (size_t)ANTENNAS * SNAPSHOTS * sizeof(half));
    cudaMalloc((void **)&db, (size_t)BEAMS * SNAPSHOTS * sizeof(float));
    cudaMemcpy(dw, w, BEAMS * ANTENNAS * sizeof(half), cudaMemcpyHostToDevice);
    cudaMemcpy(ds, s, (size_t)ANTENNAS * SNAPSHOTS * sizeof(half), cudaMemcpyHostToDevice);

    const int warps = (BEAMS / 16) * (SNAPSHOTS / 32);
    beamform_tc<<<warps / 8, 256>>>(dw, ds, db);

    float got, want = 0.0f;
    cudaMemcpy(&got, db + 3 * SNAPSHOTS + 100, sizeof(float), cudaMemcpyDeviceToHost);
    for (int a = 0; a < ANTENNAS; a++)
        want += __half2float(w[3 * ANTENNAS + a]) * __half2float(s[a * SNAPSHOTS + 100]);
    printf("beam 3, snapshot 100: %f (host %f)\n", got, want);
    cudaFree(dw);
    cudaFree(ds);
    cudaFree(db);
    free(w);
    free(s);
    return 0;
}
