#include <cuda_runtime.h>
#include <float.h>
#include <stdio.h>
#include <stdlib.h>

#define IMAGES   16
#define CHANNELS 128
#define PIXELS   3136

/* Floats are mapped to integers of the same order, so that atomicMin and
   atomicMax of the integer unit can be used for calibration. */
__host__ __device__ int orderKey(float f)
{
    union { float f; int i; } u;
    u.f = f;
    return u.i >= 0 ? u.i : u.i ^ 0x7fffffff;
}

__host__ __device__ float keyToFloat(int k)
{
    union { float f; int i; } u;
    u.i = k >= 0 ? k : k ^ 0x7fffffff;
    return u.f;
}

__global__ void observeRange(const float *act, int *lowest, int *highest)
{
    int ch = blockIdx.x % CHANNELS;
    const float *p = act + (size_t)blockIdx.x * PIXELS;

    float lo = FLT_MAX, hi = -FLT_MAX;
    for (int i = threadIdx.x; i < PIXELS; i += blockDim.x)
    {
        lo = fminf(lo, p[i]);
        hi = fmaxf(hi, p[i]);
    }
    atomicMin(&lowest[ch], orderKey(lo));
    atomicMax(&highest[ch], orderKey(hi));
}

int main(void)
{
    size_t n = (size_t)IMAGES * CHANNELS * PIXELS;
    float *h = (float *)malloc(n * sizeof(float));
    int init[2 * CHANNELS];

    for (size_t i = 0; i < n; i++)
        h[i] = (float)(rand() % 20000) / 1000.0f - 5.0f;
    for (int c = 0; c < CHANNELS; c++)
    {
        init[c] = 0x7fffffff;
        init[CHANNELS + c] = -0x7fffffff - 1;
    }

    float *act;
    int *range;
    cudaMalloc((void **)&act, n * sizeof(float));
    cudaMalloc((void **)&range, sizeof(init));
    cudaMemcpy(act, h, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(range, init, sizeof(init), cudaMemcpyHostToDevice);

    observeRange<<<IMAGES * CHANNELS, 128>>>(act, range, range + CHANNELS);

    cudaMemcpy(init, range, sizeof(init), cudaMemcpyDeviceToHost);
    for (int c = 0; c < CHANNELS; c += 32)
        printf("channel %3d: [%f, %f]\n", c, keyToFloat(init[c]), keyToFloat(init[CHANNELS + c]));

    cudaFree(act);
    cudaFree(range);
    free(h);
    return 0;
}
