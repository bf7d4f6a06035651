#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

namespace cg = cooperative_groups;

// Jacobi relaxation of Poisson's equation. The whole iteration loop runs on the device: one
// cooperative launch, a grid barrier between sweeps, buffers change roles by pointer swap.

__global__ void jacobiLoop(float *a, float *b, const float *rhs, int nx, int ny, float h2, int iterations)
{
    cg::grid_group grid = cg::this_grid();
    const int threads = gridDim.x * blockDim.x;
    const int me = blockIdx.x * blockDim.x + threadIdx.x;

    for (int it = 0; it < iterations; it++) {
        for (int c = me; c < nx * ny; c += threads) {
            const int x = c % nx, y = c / nx;
            if (x > 0 && y > 0 && x < nx - 1 && y < ny - 1)
                b[c] = 0.25f * (a[c - 1] + a[c + 1] + a[c - nx] + a[c + nx] - h2 * rhs[c]);
        }
        grid.sync();
        float *t = a;
        a = b;
        b = t;
    }
}

int main()
{
    int nx = 512, ny = 512, iterations = 60;
    size_t bytes = (size_t)nx * ny * sizeof(float);
    float h2 = 1.0f / (nx * nx);

    float *rhs = (float *)malloc(bytes);
    for (int i = 0; i < nx * ny; i++)
        rhs[i] = i % nx < nx / 2 ? -1.0f : 1.0f;

    float *d_a, *d_b, *d_rhs;
    cudaMalloc(&d_a, bytes);
    cudaMalloc(&d_b, bytes);
    cudaMalloc(&d_rhs, bytes);
    cudaMemset(d_a, 0, bytes);
    cudaMemset(d_b, 0, bytes);
    cudaMemcpy(d_rhs, rhs, bytes, cudaMemcpyHostToDevice);

    void *args[] = {&d_a, &d_b, &d_rhs, &nx, &ny, &h2, &iterations};
    cudaError_t err = cudaLaunchCooperativeKernel((void *)jacobiLoop, dim3(132), dim3(512), args, 0, 0);
    if (err != cudaSuccess) {
        printf("%s\n", cudaGetErrorString(err));
        return 1;
    }
    cudaMemcpy(rhs, d_a, bytes, cudaMemcpyDeviceToHost);
    printf("u(1/4, 1/2) = %g\n", rhs[ny / 2 * nx + nx / 4]);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_rhs);
    free(rhs);
    return 0;
}
