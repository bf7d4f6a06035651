/* Ambient occlusion of a terrain: for every cell rays in 16 directions climb over the height
 * field and keep the steepest slope. Warps stay resident and fetch the next strip of 32 cells
 * from a global counter, since the cost of a strip depends on the terrain. */
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 1024
#define DIRS 16
#define MAX_STEPS 24

__constant__ float2 dirs[DIRS];

__global__ void horizonAO(const float *height, float *ao, unsigned *counter)
{
    const int lane = threadIdx.x % 32;
    for (;;) {
        unsigned strip = 0;
        if (lane == 0)
            strip = atomicAdd(counter, 1u);
        strip = __shfl_sync(0xffffffffu, strip, 0);
        if (strip >= N * N / 32)
            break;

        const int cell = strip * 32 + lane;
        const int x0 = cell % N, y0 = cell / N;
        const float h0 = height[cell];
        float open = 0.0f;
        for (int d = 0; d < DIRS; d++) {
            float slope = 0.0f, step = 1.5f, r = 1.0f;
            for (int s = 0; s < MAX_STEPS; s++) {
                const int x = x0 + (int)(r * dirs[d].x), y = y0 + (int)(r * dirs[d].y);
                if (x < 0 || y < 0 || x >= N || y >= N)
                    break;
                slope = fmaxf(slope, (height[y * N + x] - h0) / r);
                r += step;
                step *= 1.1f;           /* longer strides far away */
            }
            open += 1.0f - slope * rsqrtf(1.0f + slope * slope);
        }
        ao[cell] = open / DIRS;
    }
}

int main(void)
{
    float2 d[DIRS];
    for (int i = 0; i < DIRS; i++) {
        d[i].x = cosf(6.2831853f * i / DIRS);
        d[i].y = sinf(6.2831853f * i / DIRS);
    }
    cudaMemcpyToSymbol(dirs, d, sizeof(d));

    float *h = (float *)malloc(N * N * sizeof(float));
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            h[y * N + x] = 20.0f * sinf(0.02f * x) * sinf(0.03f * y) + 2.0f * sinf(0.3f * x + 0.2f * y);

    float *dHeight, *dAo;
    unsigned *dCounter;
    cudaMalloc((void **)&dHeight, N * N * sizeof(float));
    cudaMalloc((void **)&dAo, N * N * sizeof(float));
    cudaMalloc((void **)&dCounter, sizeof(unsigned));
    cudaMemcpy(dHeight, h, N * N * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(dCounter, 0, sizeof(unsigned));

    horizonAO<<<132 * 8, 128>>>(dHeight, dAo, dCounter);

    cudaMemcpy(h, dAo, N * N * sizeof(float), cudaMemcpyDeviceToHost);
    double mean = 0.0;
    for (int i = 0; i < N * N; i++)
        mean += h[i];
    printf("mean openness %.4f\n", mean / (N * N));
    cudaFree(dHeight);
    cudaFree(dAo);
    cudaFree(dCounter);
    free(h);
    return 0;
}
