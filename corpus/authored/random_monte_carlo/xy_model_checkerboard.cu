/* Metropolis sweeps of the two-dimensional XY model, one colour of the checkerboard per launch */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuda_runtime.h>

#define L 1024
#define TWO_PI 6.28318530718f

__device__ unsigned int pcg_hash(unsigned int x)
{
    unsigned int s = x * 747796405u + 2891336453u;
    unsigned int w = ((s >> ((s >> 28) + 4)) ^ s) * 277803737u;
    return (w >> 22) ^ w;
}

__global__ void sweep(float *theta, int colour, float beta, float delta, unsigned int seed)
{
    int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    x += (y + colour) & 1;

    unsigned int r1 = pcg_hash(seed ^ (y * L + x));
    unsigned int r2 = pcg_hash(r1);

    float left = theta[y * L + (x + L - 1) % L];
    float right = theta[y * L + (x + 1) % L];
    float up = theta[((y + L - 1) % L) * L + x];
    float down = theta[((y + 1) % L) * L + x];

    float old = theta[y * L + x];
    float trial = old + delta * (r1 * (1.0f / 4294967296.0f) - 0.5f);
    float dE = cosf(old - left) + cosf(old - right) + cosf(old - up) + cosf(old - down)
             - cosf(trial - left) - cosf(trial - right) - cosf(trial - up) - cosf(trial - down);

    if (dE <= 0.0f || r2 * (1.0f / 4294967296.0f) < expf(-beta * dE))
        theta[y * L + x] = trial - TWO_PI * floorf(trial / TWO_PI);
}

int main(void)
{
    float *theta = (float *)malloc(L * L * sizeof(float));
    for (int i = 0; i < L * L; i++)
        theta[i] = TWO_PI * (rand() / (float)RAND_MAX);

    float *d_theta;
    cudaMalloc(&d_theta, L * L * sizeof(float));
    cudaMemcpy(d_theta, theta, L * L * sizeof(float), cudaMemcpyHostToDevice);

    dim3 threads(32, 8);
    dim3 blocks(L / 2 / 32, L / 8);
    for (int s = 0; s < 2; s++) {
        sweep<<<blocks, threads>>>(d_theta, 0, 1.2f, 2.0f, 2 * s + 1);
        sweep<<<blocks, threads>>>(d_theta, 1, 1.2f, 2.0f, 2 * s + 2);
    }
    cudaMemcpy(theta, d_theta, L * L * sizeof(float), cudaMemcpyDeviceToHost);

    double mx = 0, my = 0;
    for (int i = 0; i < L * L; i++) {
        mx += cos(theta[i]);
        my += sin(theta[i]);
    }
    printf("|m| = %f\n", sqrt(mx * mx + my * my) / (L * L));
    cudaFree(d_theta);
    free(theta);
    return 0;
}
