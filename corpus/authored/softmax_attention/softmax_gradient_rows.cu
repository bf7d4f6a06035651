#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>
#include <stdexcept>
#include <string>
#include <vector>
#include <cstdio>

namespace cg = cooperative_groups;

inline void check(cudaError_t e)
{
    if (e != cudaSuccess) throw std::runtime_error(std::string("cuda: ") + cudaGetErrorString(e));
}

constexpr int kRowLen = 512;

// dX = Y * (dY - <Y, dY>) for softmax rows of 512: each lane of the warp
// handles four float4 of the row.
__global__ void softmaxGrad(const float4* __restrict__ Y, const float4* __restrict__ dY,
                            float4* __restrict__ dX, int nRows)
{
    cg::thread_block cta = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cta);
    const int warpId = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
    const int warpCount = gridDim.x * warp.meta_group_size();
    constexpr int vecs = kRowLen / 4 / 32;

    for (int r = warpId; r < nRows; r += warpCount) {
        const size_t off = (size_t)r * (kRowLen / 4) + warp.thread_rank();
        float4 y[vecs], g[vecs];
        float dot = 0.f;
#pragma unroll
        for (int i = 0; i < vecs; ++i) {
            y[i] = Y[off + 32 * i];
            g[i] = dY[off + 32 * i];
            dot += y[i].x * g[i].x + y[i].y * g[i].y + y[i].z * g[i].z + y[i].w * g[i].w;
        }
        dot = cg::reduce(warp, dot, cg::plus<float>());
#pragma unroll
        for (int i = 0; i < vecs; ++i) {
            float4 o;
            o.x = y[i].x * (g[i].x - dot);
            o.y = y[i].y * (g[i].y - dot);
            o.z = y[i].z * (g[i].z - dot);
            o.w = y[i].w * (g[i].w - dot);
            dX[off + 32 * i] = o;
        }
    }
}

int main()
{
    const int nRows = 8192;
    const size_t elems = (size_t)nRows * kRowLen;
    std::vector<float> y(elems, 1.0f / kRowLen), g(elems);
    for (size_t i = 0; i < elems; i++) g[i] = (i % 3 == 0) ? 1.0f : -0.25f;

    float4 *dy, *dg, *dx;
    check(cudaMalloc(&dy, elems * sizeof(float)));
    check(cudaMalloc(&dg, elems * sizeof(float)));
    check(cudaMalloc(&dx, elems * sizeof(float)));
    cudaStream_t stream;
    check(cudaStreamCreate(&stream));
    check(cudaMemcpyAsync(dy, y.data(), elems * sizeof(float), cudaMemcpyHostToDevice, stream));
    check(cudaMemcpyAsync(dg, g.data(), elems * sizeof(float), cudaMemcpyHostToDevice, stream));
    softmaxGrad<<<512, 256, 0, stream>>>(dy, dg, dx, nRows);
    check(cudaMemcpyAsync(y.data(), dx, elems * sizeof(float), cudaMemcpyDeviceToHost, stream));
    check(cudaStreamSynchronize(stream));

    double total = 0;      // each row of dX sums to zero
    for (float v : y) total += v;
    printf("sum of gradients: %.3e\n", total);
    cudaStreamDestroy(stream);
    cudaFree(dy);
    cudaFree(dg);
    cudaFree(dx);
    return 0;
}
