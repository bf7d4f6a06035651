#include <cuda_runtime.h>
#include <array>
#include <cstdio>
#include <vector>

// E half of a 3D Yee step. Threads tile the xy plane and march in z, so that Hx and Hy of the plane
// below stay in registers and only the y neighbour of Hx/Hz goes through the cache.

struct FieldPtrs {
    float* __restrict__ ex;
    float* __restrict__ ey;
    float* __restrict__ ez;
    const float* __restrict__ hx;
    const float* __restrict__ hy;
    const float* __restrict__ hz;
};

template <int TX, int TY>
__global__ void __launch_bounds__(TX * TY, 4)
advanceE(FieldPtrs f, const unsigned char* __restrict__ material, const float* __restrict__ cb_table,
         int nx, int ny, int nz, int zchunk)
{
    __shared__ float cb[16];
    const int tid = threadIdx.y * TX + threadIdx.x;
    if (tid < 16) cb[tid] = cb_table[tid];
    __syncthreads();

    const int x = blockIdx.x * TX + threadIdx.x + 1;
    const int y = blockIdx.y * TY + threadIdx.y + 1;
    if (x >= nx || y >= ny) return;
    const int z0 = blockIdx.z * zchunk + 1;
    const int z1 = min(z0 + zchunk, nz);
    const int pitch = nx * ny;

    int p = (z0 - 1) * pitch + y * nx + x;
    float hx_below = f.hx[p], hy_below = f.hy[p];
    for (int z = z0; z < z1; ++z) {
        p += pitch;
        const float hx = f.hx[p], hy = f.hy[p], hz = f.hz[p];
        const float c = cb[material[p] & 15];
        f.ex[p] += c * ((hz - f.hz[p - nx]) - (hy - hy_below));
        f.ey[p] += c * ((hx - hx_below) - (hz - f.hz[p - 1]));
        f.ez[p] += c * ((hy - f.hy[p - 1]) - (hx - f.hx[p - nx]));
        hx_below = hx;
        hy_below = hy;
    }
}

int main()
{
    const int nx = 193, ny = 193, nz = 193;
    const size_t n = size_t(nx) * ny * nz;

    std::vector<float> init(n);
    std::vector<unsigned char> mat(n);
    for (size_t i = 0; i < n; ++i) {
        init[i] = 1e-3f * float(i % 251);
        mat[i] = (unsigned char)((i / 4096) % 5);
    }
    std::array<float, 16> table;
    for (int i = 0; i < 16; ++i) table[i] = 0.5f / (1.0f + i);

    float* dev[6];
    for (auto& d : dev) {
        cudaMalloc(&d, n * sizeof(float));
        cudaMemcpy(d, init.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    }
    unsigned char* d_mat;
    float* d_table;
    cudaMalloc(&d_mat, n);
    cudaMalloc(&d_table, sizeof(float) * 16);
    cudaMemcpy(d_mat, mat.data(), n, cudaMemcpyHostToDevice);
    cudaMemcpy(d_table, table.data(), sizeof(float) * 16, cudaMemcpyHostToDevice);

    FieldPtrs f{dev[0], dev[1], dev[2], dev[3], dev[4], dev[5]};
    const int zchunk = 32;
    dim3 block(64, 4), grid(3, 48, 6);
    advanceE<64, 4><<<grid, block>>>(f, d_mat, d_table, nx, ny, nz, zchunk);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;

    float sample;
    cudaMemcpy(&sample, dev[0] + n / 2, sizeof sample, cudaMemcpyDeviceToHost);
    std::printf("Ex(centre) = %g\n", sample);
    for (auto d : dev) cudaFree(d);
    cudaFree(d_mat);
    cudaFree(d_table);
}
