#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Sliding short-time spectrum, only the lowest BINS bins: Hann-windowed
   frames of 256 samples with hop 64. A warp computes one bin of one frame; the
   lanes share the samples, the rotation is advanced by a complex factor of 32
   steps instead of a sine for each sample. */

#define FRAME 256
#define HOP   64
#define BINS  12

__global__ void stft_low_bins(const float *x, int n_frames, float *power)
{
    const int lane = threadIdx.x & 31;
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    const int frame = warp / BINS;
    const int bin = warp - frame * BINS;
    if (frame >= n_frames) return;

    float zr, zi, sr, si;                       /* e^(-2 pi i bin n / FRAME) */
    sincospif(-2.0f * bin * lane / FRAME, &zi, &zr);
    sincospif(-2.0f * bin * 32 / FRAME, &si, &sr);

    float ar = 0.0f, ai = 0.0f;
    for (int n = lane; n < FRAME; n += 32) {
        const float hann = 0.5f - 0.5f * cospif(2.0f * n / FRAME);
        const float v = x[frame * HOP + n] * hann;
        ar = fmaf(v, zr, ar);
        ai = fmaf(v, zi, ai);
        const float t = zr * sr - zi * si;
        zi = zr * si + zi * sr;
        zr = t;
    }
    for (int m = 16; m; m >>= 1) {
        ar += __shfl_xor_sync(0xffffffffu, ar, m);
        ai += __shfl_xor_sync(0xffffffffu, ai, m);
    }
    if (lane == 0)
        power[frame * BINS + bin] = ar * ar + ai * ai;
}

int main(void)
{
    const int n = 480000;                                /* 30 s at 16 kHz */
    const int n_frames = (n - FRAME) / HOP + 1;
    float *x = (float *)malloc(n * sizeof(float));
    for (int i = 0; i < n; i++)
        x[i] = (float)(i % 64) / 32.0f - 1.0f;           /* 250 Hz saw tooth */

    float *dx, *dp;
    cudaMalloc((void **)&dx, n * sizeof(float));
    cudaMalloc((void **)&dp, n_frames * BINS * sizeof(float));
    cudaMemcpy(dx, x, n * sizeof(float), cudaMemcpyHostToDevice);

    const int warps_per_block = 8;
    const int blocks = (n_frames * BINS + warps_per_block - 1) / warps_per_block;
    stft_low_bins<<<blocks, warps_per_block * 32>>>(dx, n_frames, dp);

    float first[BINS];
    cudaMemcpy(first, dp, sizeof(first), cudaMemcpyDeviceToHost);
    for (int b = 0; b < BINS; b++)
        printf("bin %2d  %10.3f\n", b, first[b]);
    cudaFree(dx);
    cudaFree(dp);
    free(x);
    return 0;
}
