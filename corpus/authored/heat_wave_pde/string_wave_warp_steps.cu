#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

// A bank of plucked strings for sound synthesis. One warp simulates one string of 128 points
// (4 points per lane, kept in registers) and writes the pickup signal, one sample every step.

static const int kPointsPerLane = 4;
static const unsigned kFull = 0xffffffffu;

__global__ void pluckStrings(const float *tension, float *pickup, int nStrings, int nSamples)
{
    const int lane = threadIdx.x & 31;
    const int str  = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    if (str >= nStrings) return;

    const float c2 = tension[str];
    float now[kPointsPerLane], old[kPointsPerLane];
    #pragma unroll
    for (int k = 0; k < kPointsPerLane; k++) {
        float x = (lane * kPointsPerLane + k) / 127.0f;
        now[k] = x < 0.3f ? x / 0.3f : (1.0f - x) / 0.7f;
        old[k] = now[k];
    }

    for (int t = 0; t < nSamples; t++) {
        float left  = __shfl_up_sync(kFull, now[kPointsPerLane - 1], 1);
        float right = __shfl_down_sync(kFull, now[0], 1);
        if (lane == 0)  left = 0.0f;
        if (lane == 31) right = 0.0f;

        float fresh[kPointsPerLane];
        #pragma unroll
        for (int k = 0; k < kPointsPerLane; k++) {
            float a = k == 0 ? left : now[k - 1];
            float b = k == kPointsPerLane - 1 ? right : now[k + 1];
            fresh[k] = 0.9995f * (2.0f * now[k] - old[k]) + c2 * (a - 2.0f * now[k] + b) + 0.0005f * now[k];
        }
        #pragma unroll
        for (int k = 0; k < kPointsPerLane; k++) {
            old[k] = now[k];
            now[k] = fresh[k];
        }
        if (lane == 5)
            pickup[(size_t)str * nSamples + t] = now[2];
    }
}

int main()
{
    const int nStrings = 3000, nSamples = 512;
    float *hTension = (float *)malloc(nStrings * sizeof(float));
    for (int i = 0; i < nStrings; i++)
        hTension[i] = 0.1f + 0.8f * i / nStrings;

    float *dTension, *dPickup;
    cudaMalloc(&dTension, nStrings * sizeof(float));
    cudaMalloc(&dPickup, (size_t)nStrings * nSamples * sizeof(float));
    cudaMemcpy(dTension, hTension, nStrings * sizeof(float), cudaMemcpyHostToDevice);

    const int warpsPerBlock = 4;
    pluckStrings<<<nStrings / warpsPerBlock, warpsPerBlock * 32>>>(dTension, dPickup, nStrings, nSamples);

    float last[8];
    cudaMemcpy(last, dPickup + (size_t)nStrings * nSamples - 8, sizeof(last), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; i++) printf("%f ", last[i]);
    printf("\n");
    cudaFree(dTension);
    cudaFree(dPickup);
    free(hTension);
    return 0;
}
