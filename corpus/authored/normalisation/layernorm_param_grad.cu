/* ------------------------------------------------------------------
   dgamma[j] = sum_i dy[i][j] * xhat[i][j]
   dbeta[j]  = sum_i dy[i][j]
   A block owns 32 columns; each of its 8 warps walks every eighth row
   of a slice, keeping its two sums in registers.
   ------------------------------------------------------------------ */
#include <cstdlib>
#include <iostream>
#include <vector>
#include <cuda_runtime.h>

constexpr int COLS_PER_BLOCK = 32;
constexpr int WARPS = 8;
constexpr int ROW_UNROLL = 4;

__global__ __launch_bounds__(COLS_PER_BLOCK * WARPS)
void ln_param_grad(const float* __restrict__ dy, const float* __restrict__ x,
                   const float* __restrict__ mean, const float* __restrict__ rstd,
                   float* __restrict__ dgamma, float* __restrict__ dbeta,
                   int rows, int cols)
{
    __shared__ float accG[WARPS][COLS_PER_BLOCK + 1];
    __shared__ float accB[WARPS][COLS_PER_BLOCK + 1];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int j = blockIdx.x * COLS_PER_BLOCK + tx;

    float g[ROW_UNROLL] = {0, 0, 0, 0};
    float b[ROW_UNROLL] = {0, 0, 0, 0};

    if (j < cols) {
        for (int r0 = ty * ROW_UNROLL; r0 < rows; r0 += WARPS * ROW_UNROLL) {
#pragma unroll
            for (int u = 0; u < ROW_UNROLL; ++u) {
                const int r = r0 + u;
                if (r < rows) {
                    const float d = dy[(size_t)r * cols + j];
                    const float xh = (x[(size_t)r * cols + j] - mean[r]) * rstd[r];
                    g[u] = fmaf(d, xh, g[u]);
                    b[u] += d;
                }
            }
        }
    }
    accG[ty][tx] = (g[0] + g[1]) + (g[2] + g[3]);
    accB[ty][tx] = (b[0] + b[1]) + (b[2] + b[3]);
    __syncthreads();

    if (ty == 0 && j < cols) {
        float sg = 0, sb = 0;
#pragma unroll
        for (int w = 0; w < WARPS; ++w) {
            sg += accG[w][tx];
            sb += accB[w][tx];
        }
        dgamma[j] = sg;
        dbeta[j] = sb;
    }
}

int main(int argc, char* argv[])
{
    const int rows = argc > 1 ? std::atoi(argv[1]) : 4096;
    const int cols = 768;
    const size_t n = (size_t)rows * cols;

    std::vector<float> dy(n), x(n), mean(rows), rstd(rows);
    for (size_t i = 0; i < n; ++i) {
        dy[i] = 0.01f * (float)((i * 3) % 19) - 0.09f;
        x[i] = 0.1f * (float)(i % 23);
    }
    for (int r = 0; r < rows; ++r) { mean[r] = 1.1f; rstd[r] = 1.0f / 0.66f; }

    float *d_dy, *d_x, *d_mean, *d_rstd, *d_dg, *d_db;
    cudaMalloc(&d_dy, n * sizeof(float));
    cudaMalloc(&d_x, n * sizeof(float));
    cudaMalloc(&d_mean, rows * sizeof(float));
    cudaMalloc(&d_rstd, rows * sizeof(float));
    cudaMalloc(&d_dg, cols * sizeof(float));
    cudaMalloc(&d_db, cols * sizeof(float));
    cudaMemcpy(d_dy, dy.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_mean, mean.data(), rows * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_rstd, rstd.data(), rows * sizeof(float), cudaMemcpyHostToDevice);

    dim3 block(COLS_PER_BLOCK, WARPS);
    ln_param_grad<<<(cols + COLS_PER_BLOCK - 1) / COLS_PER_BLOCK, block>>>(
        d_dy, d_x, d_mean, d_rstd, d_dg, d_db, rows, cols);

    std::vector<float> dg(cols);
    cudaMemcpy(dg.data(), d_dg, cols * sizeof(float), cudaMemcpyDeviceToHost);
    std::cout << "dgamma[0..3] = " << dg[0] << ' ' << dg[1] << ' ' << dg[2] << ' ' << dg[3] << std::endl;

    for (float* p : {d_dy, d_x, d_mean, d_rstd, d_dg, d_db}) cudaFree(p);
    return 0;
}
