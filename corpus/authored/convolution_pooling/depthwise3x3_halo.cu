#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

#define TW 28
#define TH 14
#define H  56
#define W  56
#define CHANNELS 64
#define IMAGES 8

// One block: a 28x14 output tile of one plane. The 30x16 input tile with halo goes to smem.
__global__ void dwconv3x3(const float* __restrict__ x, const float* __restrict__ w, float* __restrict__ y)
{
    __shared__ float tile[TH + 2][TW + 2];
    __shared__ float f[9];

    const int plane = blockIdx.z;
    const int bx = blockIdx.x * TW, by = blockIdx.y * TH;
    const int tid = threadIdx.y * TW + threadIdx.x;
    const float* src = x + plane * H * W;

    if (tid < 9) f[tid] = w[(plane % CHANNELS) * 9 + tid];
    for (int i = tid; i < (TH + 2) * (TW + 2); i += TW * TH) {
        int ty = i / (TW + 2), tx = i - ty * (TW + 2);
        int gy = by + ty - 1, gx = bx + tx - 1;
        tile[ty][tx] = (gy >= 0 && gy < H && gx >= 0 && gx < W) ? __ldg(src + gy * W + gx) : 0.0f;
    }
    __syncthreads();

    float s = 0.0f;
#pragma unroll
    for (int r = 0; r < 3; ++r)
#pragma unroll
        for (int c = 0; c < 3; ++c)
            s += f[r * 3 + c] * tile[threadIdx.y + r][threadIdx.x + c];

    y[plane * H * W + (by + threadIdx.y) * W + bx + threadIdx.x] = fminf(fmaxf(s, 0.0f), 6.0f); // relu6
}

int main()
{
    const size_t n = (size_t)IMAGES * CHANNELS * H * W;
    float *hx = (float*)malloc(n * sizeof *hx), *hw = (float*)malloc(CHANNELS * 9 * sizeof *hw);
    for (size_t i = 0; i < n; ++i) hx[i] = (float)(rand() & 1023) / 128.0f;
    for (int i = 0; i < CHANNELS * 9; ++i) hw[i] = (i % 9 == 4) ? 0.5f : 0.0625f;

    float *dx, *dw, *dy;
    cudaMalloc(&dx, n * sizeof *dx);
    cudaMalloc(&dy, n * sizeof *dy);
    cudaMalloc(&dw, CHANNELS * 9 * sizeof *dw);
    cudaMemcpy(dx, hx, n * sizeof *dx, cudaMemcpyHostToDevice);
    cudaMemcpy(dw, hw, CHANNELS * 9 * sizeof *dw, cudaMemcpyHostToDevice);

    const dim3 blk(TW, TH), grd(W / TW, H / TH, IMAGES * CHANNELS);
    cudaEvent_t a, b;
    cudaEventCreate(&a); cudaEventCreate(&b);
    cudaEventRecord(a, 0);
    dwconv3x3<<<grd, blk>>>(dx, dw, dy);
    cudaEventRecord(b, 0);
    cudaEventSynchronize(b);
    float ms; cudaEventElapsedTime(&ms, a, b);
    printf("depthwise: %.3f us\n", ms * 1000);

    cudaFree(dx); cudaFree(dy); cudaFree(dw);
    free(hx); free(hw);
    return 0;
}
