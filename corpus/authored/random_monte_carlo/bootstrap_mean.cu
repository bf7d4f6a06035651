#include <algorithm>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

// A warp draws one bootstrap replicate (n samples with replacement) and stores its mean.
__global__ void bootstrap(const float* __restrict__ sample, int n, float* __restrict__ means,
                          int replicates, unsigned seed)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const int rep = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (rep >= replicates) return;

    unsigned state = (rep * 32 + warp.thread_rank()) * 747796405u + seed;
    float sum = 0.0f;
    for (int i = warp.thread_rank(); i < n; i += 32) {
        state = state * 1664525u + 1013904223u;
        const int pick = (int)__umulhi(state, (unsigned)n);
        sum += sample[pick];
    }
    sum = cg::reduce(warp, sum, cg::plus<float>());
    if (warp.thread_rank() == 0) means[rep] = sum / n;
}

int main()
{
    const int n = 5000, replicates = 20000;
    std::vector<float> sample(n), means(replicates);
    for (int i = 0; i < n; ++i) sample[i] = 100.0f + ((i * 7919) % 1000) * 0.05f;

    float *dSample, *dMeans;
    cudaMalloc(&dSample, n * sizeof(float));
    cudaMalloc(&dMeans, replicates * sizeof(float));
    cudaMemcpy(dSample, sample.data(), n * sizeof(float), cudaMemcpyHostToDevice);

    const int warpsPerBlock = 4;
    bootstrap<<<(replicates + warpsPerBlock - 1) / warpsPerBlock, 32 * warpsPerBlock>>>(
        dSample, n, dMeans, replicates, 20240517u);

    cudaMemcpy(means.data(), dMeans, replicates * sizeof(float), cudaMemcpyDeviceToHost);
    std::sort(means.begin(), means.end());
    std::printf("95%% interval of the mean: [%.4f, %.4f]\n", means[replicates / 40], means[replicates - replicates / 40]);
    cudaFree(dSample);
    cudaFree(dMeans);
}
