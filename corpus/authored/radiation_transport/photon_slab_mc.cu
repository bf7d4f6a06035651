#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

// Monte Carlo of photons in a scattering slab (isotropic scattering, weight reduction by albedo,
// Russian roulette). Tally: reflected, transmitted, and absorbed weight in depth bins.

#define BINS 64

__device__ unsigned int nextRandom(unsigned int *state)
{
    unsigned int old = *state;
    *state = old * 747796405u + 2891336453u;
    unsigned int word = ((old >> ((old >> 28) + 4)) ^ old) * 277803737u;
    return (word >> 22) ^ word;
}

__device__ float rnd(unsigned int *state)
{
    return (nextRandom(state) >> 8) * (1.0f / 16777216.0f);
}

__global__ void tracePhotons(int photonsPerThread, float thickness, float albedo, float *absorbed, float *escaped)
{
    __shared__ float bins[BINS];
    if (threadIdx.x < BINS) bins[threadIdx.x] = 0.0f;
    __syncthreads();

    unsigned int seed = (blockIdx.x * blockDim.x + threadIdx.x) * 9781u + 1u;
    float reflected = 0.0f, transmitted = 0.0f;

    for (int p = 0; p < photonsPerThread; p++) {
        float z = 0.0f, mu = 1.0f, w = 1.0f;
        for (int event = 0; event < 200; event++) {
            z += -mu * logf(1.0f - rnd(&seed));
            if (z < 0.0f) { reflected += w; break; }
            if (z > thickness) { transmitted += w; break; }
            int b = min((int)(z / thickness * BINS), BINS - 1);
            atomicAdd(&bins[b], w * (1.0f - albedo));
            w *= albedo;
            if (w < 0.05f) {
                if (rnd(&seed) > 0.2f) break;
                w *= 5.0f;
            }
            mu = 2.0f * rnd(&seed) - 1.0f;
        }
    }
    atomicAdd(&escaped[0], reflected);
    atomicAdd(&escaped[1], transmitted);
    __syncthreads();
    if (threadIdx.x < BINS) atomicAdd(&absorbed[threadIdx.x], bins[threadIdx.x]);
}

int main()
{
    float *dAbs, *dEsc;
    cudaMalloc(&dAbs, BINS * sizeof(float));
    cudaMalloc(&dEsc, 2 * sizeof(float));
    cudaMemset(dAbs, 0, BINS * sizeof(float));
    cudaMemset(dEsc, 0, 2 * sizeof(float));

    const int blocks = 256, threads = 128, per = 8;
    tracePhotons<<<blocks, threads>>>(per, 5.0f, 0.9f, dAbs, dEsc);

    float a[BINS], e[2], sum = 0;
    cudaMemcpy(a, dAbs, sizeof(a), cudaMemcpyDeviceToHost);
    cudaMemcpy(e, dEsc, sizeof(e), cudaMemcpyDeviceToHost);
    for (int b = 0; b < BINS; b++) sum += a[b];
    float n = (float)blocks * threads * per;
    printf("R = %f  T = %f  A = %f\n", e[0] / n, e[1] / n, sum / n);
    cudaFree(dAbs);
    cudaFree(dEsc);
    return 0;
}
