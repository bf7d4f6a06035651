#include <cooperative_groups.h>
#include <cstdio>
#include <cmath>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

namespace cg = cooperative_groups;

const int kDim = 128;        // SIFT-like descriptors
const int kTile = 8;         // lanes that share one descriptor

__global__ void normaliseDescriptors(float4* desc, float* length, int count)
{
    auto tile = cg::tiled_partition<kTile>(cg::this_thread_block());
    int which = (blockIdx.x * blockDim.x + threadIdx.x) / kTile;
    if (which >= count) return;          // a whole tile leaves together

    float4* mine = desc + which * (kDim / 4);
    float4 v[kDim / 4 / kTile];
    float acc = 0.0f;
#pragma unroll
    for (int k = 0; k < kDim / 4 / kTile; ++k) {
        v[k] = mine[k * kTile + tile.thread_rank()];
        acc += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
    }
    for (int step = tile.size() / 2; step > 0; step /= 2)
        acc += tile.shfl_xor(acc, step);

    float len = sqrtf(acc);
    float inv = 1.0f / fmaxf(len, 1e-12f);
#pragma unroll
    for (int k = 0; k < kDim / 4 / kTile; ++k) {
        v[k].x *= inv; v[k].y *= inv; v[k].z *= inv; v[k].w *= inv;
        mine[k * kTile + tile.thread_rank()] = v[k];
    }
    if (tile.thread_rank() == 0) length[which] = len;
}

int main()
{
    const int count = 50000;
    thrust::host_vector<float> h(count * kDim);
    for (int i = 0; i < count * kDim; ++i) h[i] = (float)((i * 2654435761u) >> 24);

    thrust::device_vector<float> d = h;
    thrust::device_vector<float> len(count);

    int threads = 192;
    int blocks = (count * kTile + threads - 1) / threads;
    normaliseDescriptors<<<blocks, threads>>>((float4*)thrust::raw_pointer_cast(d.data()),
                                              thrust::raw_pointer_cast(len.data()), count);
    cudaDeviceSynchronize();

    h = d;
    double s = 0;
    for (int j = 0; j < kDim; ++j) s += h[j] * h[j];
    printf("norm of the first descriptor: %.6f\n", std::sqrt(s));
}
