// Second order in time, eighth order in space acoustic propagator.
// A block owns a 32x8 column of the xy plane and walks down z. The centre plane lives in
// shared memory with a radius-4 halo; the nine z neighbours live in registers.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>
#include <cmath>

constexpr int R = 4;
constexpr int BX = 32, BY = 8;

__constant__ float c_fd[R + 1];

struct Grid { int nx, ny, nz; };   // padded by R on each side in every direction

__launch_bounds__(BX * BY)
__global__ void propagate(const float* __restrict__ cur, float* __restrict__ prev,
                          const float* __restrict__ vel2dt2, Grid g)
{
    __shared__ float tile[BY + 2 * R][BX + 2 * R];

    const int sx = g.nx + 2 * R;
    const size_t plane = (size_t)sx * (g.ny + 2 * R);
    const int x = blockIdx.x * BX + threadIdx.x + R;
    const int y = blockIdx.y * BY + threadIdx.y + R;
    const int tx = threadIdx.x + R, ty = threadIdx.y + R;
    size_t at = (size_t)y * sx + x;          // z = 0 of the padded volume

    float q[2 * R + 1];
#pragma unroll
    for (int k = 0; k < 2 * R; ++k) q[k + 1] = cur[at + k * plane];
    at += R * plane;

    for (int z = 0; z < g.nz; ++z, at += plane) {
#pragma unroll
        for (int k = 0; k < 2 * R; ++k) q[k] = q[k + 1];
        q[2 * R] = cur[at + R * plane];

        __syncthreads();
        tile[ty][tx] = q[R];
        if (threadIdx.x < R) {
            tile[ty][threadIdx.x] = cur[at - R];
            tile[ty][tx + BX] = cur[at + BX];
        }
        if (threadIdx.y < R) {
            tile[threadIdx.y][tx] = cur[at - (size_t)R * sx];
            tile[ty + BY][tx] = cur[at + (size_t)BY * sx];
        }
        __syncthreads();

        float lap = 3.f * c_fd[0] * q[R];
#pragma unroll
        for (int r = 1; r <= R; ++r)
            lap += c_fd[r] * (tile[ty][tx - r] + tile[ty][tx + r] + tile[ty - r][tx] + tile[ty + r][tx]
                              + q[R - r] + q[R + r]);
        prev[at] = 2.f * q[R] - prev[at] + vel2dt2[at] * lap;
    }
}

int main()
{
    Grid g{256, 256, 128};
    const size_t n = (size_t)(g.nx + 2 * R) * (g.ny + 2 * R) * (g.nz + 2 * R);
    const float fd[R + 1] = {-205.f / 72, 8.f / 5, -1.f / 5, 8.f / 315, -1.f / 560};
    cudaMemcpyToSymbol(c_fd, fd, sizeof fd);

    std::vector<float> u(n, 0.f), v(n);
    for (size_t i = 0; i < n; ++i) v[i] = 0.05f + 0.02f * (float)(i % 97) / 97.f;
    u[n / 2] = 1.f;

    float *a, *b, *c;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    cudaMalloc(&c, n * sizeof(float));
    cudaMemcpy(a, u.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(b, 0, n * sizeof(float));
    cudaMemcpy(c, v.data(), n * sizeof(float), cudaMemcpyHostToDevice);

    const dim3 block(BX, BY), grid(g.nx / BX, g.ny / BY);
    for (int t = 0; t < 10; ++t) {
        propagate<<<grid, block>>>(a, b, c, g);
        std::swap(a, b);
    }
    cudaMemcpy(u.data(), a, n * sizeof(float), cudaMemcpyDeviceToHost);
    double e = 0;
    for (float w : u) e += (double)w * w;
    std::printf("|u|_2 = %.6e\n", std::sqrt(e));
    cudaFree(a); cudaFree(b); cudaFree(c);
}
