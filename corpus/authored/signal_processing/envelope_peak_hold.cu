/* Level meter for a long recording: RMS and peak of every 4096-sample window.
 * As many blocks as fit stay resident and take windows in turn. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define WINDOW 4096
#define THREADS 256

__global__ void level_meter(const float4 *pcm, float2 *levels, int windows)
{
    __shared__ float part_sq[THREADS / 32];
    __shared__ float part_pk[THREADS / 32];

    for (int w = blockIdx.x; w < windows; w += gridDim.x) {
        const float4 *p = pcm + (size_t)w * (WINDOW / 4);
        float sq = 0.f, pk = 0.f;
#pragma unroll
        for (int k = 0; k < WINDOW / 4 / THREADS; k++) {
            float4 v = p[k * THREADS + threadIdx.x];
            sq += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
            pk = fmaxf(pk, fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w))));
        }
        for (int o = 16; o > 0; o >>= 1) {
            sq += __shfl_xor_sync(0xffffffffu, sq, o);
            pk = fmaxf(pk, __shfl_xor_sync(0xffffffffu, pk, o));
        }
        if (threadIdx.x % 32 == 0) {
            part_sq[threadIdx.x / 32] = sq;
            part_pk[threadIdx.x / 32] = pk;
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            for (int k = 1; k < THREADS / 32; k++) {
                sq += part_sq[k];
                pk = fmaxf(pk, part_pk[k]);
            }
            levels[w] = make_float2(sqrtf(sq / WINDOW), pk);
        }
        __syncthreads();
    }
}

int main(void)
{
    const int windows = 3000;
    const size_t n = (size_t)windows * WINDOW;
    float *pcm = (float *)malloc(n * sizeof(float));
    for (size_t i = 0; i < n; i++)
        pcm[i] = 0.8f * sinf(0.0123f * (i % 100000));

    float4 *d_pcm;
    float2 *d_lev, *lev = (float2 *)malloc(windows * sizeof(float2));
    cudaMalloc((void **)&d_pcm, n * sizeof(float));
    cudaMalloc((void **)&d_lev, windows * sizeof(float2));
    cudaMemcpy(d_pcm, pcm, n * sizeof(float), cudaMemcpyHostToDevice);

    level_meter<<<528, THREADS>>>(d_pcm, d_lev, windows);

    cudaMemcpy(lev, d_lev, windows * sizeof(float2), cudaMemcpyDeviceToHost);
    printf("window 17: rms %.2f dB, peak %.2f dB\n", 20 * log10f(lev[17].x), 20 * log10f(lev[17].y));
    cudaFree(d_pcm);
    cudaFree(d_lev);
    free(pcm);
    free(lev);
    return 0;
}
