#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

// Potential energy  W = -sum_{i<j} m_i m_j / r_ij.  Blocks below the diagonal of the tile matrix
// return at once, diagonal tiles skip j <= i. Warps reduce, one double atomic per warp.

constexpr int TILE = 128;

__global__ void pairPotential(const float4* __restrict__ body, int n, float eps2, double* W)
{
    if (blockIdx.x < blockIdx.y) return;
    __shared__ float4 other[TILE];

    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    const int i = blockIdx.y * TILE + threadIdx.x;
    const int jBase = blockIdx.x * TILE;

    other[threadIdx.x] = body[jBase + threadIdx.x];
    const float4 a = body[i];
    block.sync();

    float sum = 0.0f;
    for (int k = 0; k < TILE; ++k) {
        const float4 b = other[k];
        const float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
        const float term = b.w * rsqrtf(dx * dx + dy * dy + dz * dz + eps2);
        sum += jBase + k > i ? term : 0.0f;
    }
    const float total = cg::reduce(warp, -sum * a.w, cg::plus<float>());
    if (warp.thread_rank() == 0)
        atomicAdd(W, (double)total);
}

int main()
{
    const int n = 8192;
    std::vector<float4> h(n);
    for (int i = 0; i < n; ++i) {
        h[i].x = (i % 32) * 0.03f;
        h[i].y = (i / 32 % 16) * 0.06f;
        h[i].z = (i / 512) * 0.06f;
        h[i].w = 1.0f / n;
    }
    float4* body;
    double* W;
    cudaMalloc(&body, n * sizeof(float4));
    cudaMalloc(&W, sizeof(double));
    cudaMemcpy(body, h.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
    cudaMemset(W, 0, sizeof(double));

    dim3 tiles(n / TILE, n / TILE);
    pairPotential<<<tiles, TILE>>>(body, n, 1e-6f, W);

    double w;
    cudaMemcpy(&w, W, sizeof(double), cudaMemcpyDeviceToHost);
    printf("W = %.10f\n", w);
    cudaFree(body);
    cudaFree(W);
}
