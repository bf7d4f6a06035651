// Farthest point sampling for a batch of clouds (as in point networks). A block owns a
// cloud for the whole run: 8 points per thread and their distances never leave registers.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

constexpr int kThreads = 512, kPerThread = 8, kPoints = kThreads * kPerThread;
constexpr int kSamples = 64, kClouds = 32;

__global__ void __launch_bounds__(kThreads) farthestPoints(const float* __restrict__ xyz, int* __restrict__ chosen)
{
    __shared__ unsigned long long perWarp[kThreads / 32];
    __shared__ int winner;
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);

    const float* cx = xyz + (size_t)blockIdx.x * 3 * kPoints;   // planes x, y, z
    const float* cy = cx + kPoints;
    const float* cz = cy + kPoints;

    float x[kPerThread], y[kPerThread], z[kPerThread], d[kPerThread];
#pragma unroll
    for (int k = 0; k < kPerThread; ++k) {
        const int i = k * kThreads + threadIdx.x;
        x[k] = cx[i];
        y[k] = cy[i];
        z[k] = cz[i];
        d[k] = 1e30f;
    }

    int last = 0;
    for (int s = 0; s < kSamples; ++s) {
        if (threadIdx.x == 0) chosen[blockIdx.x * kSamples + s] = last;
        const float lx = cx[last], ly = cy[last], lz = cz[last];
        unsigned long long best = 0;
#pragma unroll
        for (int k = 0; k < kPerThread; ++k) {
            const float dx = x[k] - lx, dy = y[k] - ly, dz = z[k] - lz;
            d[k] = fminf(d[k], dx * dx + dy * dy + dz * dz);
            // distance is not negative, so its bits order like an integer
            const unsigned long long key =
                (unsigned long long)__float_as_uint(d[k]) << 32 | (unsigned)(k * kThreads + threadIdx.x);
            best = best > key ? best : key;
        }
        best = cg::reduce(warp, best, cg::greater<unsigned long long>());
        if (warp.thread_rank() == 0) perWarp[threadIdx.x / 32] = best;
        block.sync();
        if (threadIdx.x < 32) {
            unsigned long long v = threadIdx.x < kThreads / 32 ? perWarp[threadIdx.x] : 0ull;
            v = cg::reduce(warp, v, cg::greater<unsigned long long>());
            if (threadIdx.x == 0) winner = (int)(v & 0xffffffffu);
        }
        block.sync();
        last = winner;
    }
}

int main()
{
    std::vector<float> xyz((size_t)kClouds * 3 * kPoints);
    unsigned s = 3;
    for (float& v : xyz) {
        s = s * 22695477u + 1u;
        v = (s >> 9) / 8388608.0f;
    }
    float* dXyz;
    int* dChosen;
    cudaMalloc(&dXyz, xyz.size() * sizeof(float));
    cudaMalloc(&dChosen, kClouds * kSamples * sizeof(int));
    cudaMemcpy(dXyz, xyz.data(), xyz.size() * sizeof(float), cudaMemcpyHostToDevice);

    farthestPoints<<<kClouds, kThreads>>>(dXyz, dChosen);

    std::vector<int> chosen(kClouds * kSamples);
    cudaMemcpy(chosen.data(), dChosen, chosen.size() * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; ++i) std::printf("%d ", chosen[i]);
    std::printf("...\n");
    cudaFree(dXyz);
    cudaFree(dChosen);
}
