#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuda_runtime.h>

/* Mean and variance in one pass. Partial states (count, mean, M2) are merged
   with Chan's formula, first inside warps, then over the block; the host
   merges what the blocks leave. */

typedef struct { float cnt, mean, m2; } Stat;

__host__ __device__ static Stat merge(Stat a, Stat b)
{
    Stat r;
    r.cnt = a.cnt + b.cnt;
    float d = b.mean - a.mean;
    float f = r.cnt > 0.0f ? b.cnt / r.cnt : 0.0f;
    r.mean = a.mean + d * f;
    r.m2 = a.m2 + b.m2 + d * d * a.cnt * f;
    return r;
}

__device__ static Stat warp_merge(Stat s)
{
    for (int d = 16; d > 0; d >>= 1) {
        Stat o;
        o.cnt  = __shfl_down_sync(0xffffffffu, s.cnt, d);
        o.mean = __shfl_down_sync(0xffffffffu, s.mean, d);
        o.m2   = __shfl_down_sync(0xffffffffu, s.m2, d);
        s = merge(s, o);
    }
    return s;
}

__global__ void __launch_bounds__(256) welford(const float *x, int n, Stat *out)
{
    __shared__ Stat ws[8];
    Stat s = { 0.0f, 0.0f, 0.0f };

    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        float v = x[i];
        s.cnt += 1.0f;
        float d = v - s.mean;
        s.mean += __fdividef(d, s.cnt);
        s.m2 += d * (v - s.mean);
    }
    s = warp_merge(s);
    if (threadIdx.x % 32 == 0) ws[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; w++) s = merge(s, ws[w]);
        out[blockIdx.x] = s;
    }
}

int main(void)
{
    const int n = 4 * 1000 * 1000, blocks = 528;
    float *x = (float *)malloc(n * sizeof *x), *dx;
    Stat *st = (Stat *)malloc(blocks * sizeof *st), *dst;

    for (int i = 0; i < n; i++)
        x[i] = 20.0f + 0.01f * (float)(i % 401 - 200);      /* degrees */

    cudaMalloc((void **)&dx, n * sizeof *x);
    cudaMalloc((void **)&dst, blocks * sizeof *st);
    cudaMemcpy(dx, x, n * sizeof *x, cudaMemcpyHostToDevice);
    welford<<<blocks, 256>>>(dx, n, dst);
    cudaMemcpy(st, dst, blocks * sizeof *st, cudaMemcpyDeviceToHost);

    Stat all = st[0];
    for (int b = 1; b < blocks; b++) all = merge(all, st[b]);
    printf("mean %.4f  sd %.4f\n", all.mean, sqrt(all.m2 / (all.cnt - 1)));
    cudaFree(dx); cudaFree(dst); free(x); free(st);
    return 0;
}
