#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

/*
 * Cooling of a square metal plate, forward-time centred-space.
 * The rim is held at 20 degrees, a hot disc sits in the middle.
 */

#define NX 1000
#define NY 1000
#define STEPS 50

__global__ void cool(double *T_new, double *T_old, double alpha, double dt, double h)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;

    if (i >= NX || j >= NY) return;

    int id = j * NX + i;
    if (i == 0 || j == 0 || i == NX - 1 || j == NY - 1) {
        T_new[id] = 20.0;
        return;
    }

    double lap = (T_old[id - 1] - 2.0 * T_old[id] + T_old[id + 1]) / (h * h)
               + (T_old[id - NX] - 2.0 * T_old[id] + T_old[id + NX]) / (h * h);
    T_new[id] = T_old[id] + alpha * dt * lap;
}

int main()
{
    size_t bytes = sizeof(double) * NX * NY;
    double *T = (double *)malloc(bytes);
    for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++) {
            double dx = i - NX / 2, dy = j - NY / 2;
            T[j * NX + i] = (dx * dx + dy * dy < 150.0 * 150.0) ? 400.0 : 20.0;
        }

    double *d_a, *d_b;
    cudaMalloc((void **)&d_a, bytes);
    cudaMalloc((void **)&d_b, bytes);
    cudaMemcpy(d_a, T, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, T, bytes, cudaMemcpyHostToDevice);

    double h = 1e-3, alpha = 9.7e-5;
    double dt = 0.2 * h * h / alpha;

    dim3 threads(16, 16);
    dim3 blocks((NX + 15) / 16, (NY + 15) / 16);
    for (int s = 0; s < STEPS; s++) {
        cool<<<blocks, threads>>>(d_b, d_a, alpha, dt, h);
        double *t = d_a; d_a = d_b; d_b = t;
    }
    cudaDeviceSynchronize();

    cudaMemcpy(T, d_a, bytes, cudaMemcpyDeviceToHost);
    double mean = 0;
    for (int k = 0; k < NX * NY; k++) mean += T[k];
    printf("mean temperature after %d steps: %f\n", STEPS, mean / (NX * NY));
    cudaFree(d_a);
    cudaFree(d_b);
    free(T);
    return 0;
}
