#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// Head of a ResNet: average of each 7x7 plane. 49 values fit into two loads a lane.
__global__ void global_avg_pool(const float* __restrict__ feat, float* __restrict__ pooled, int n_planes)
{
    constexpr unsigned FULL = 0xffffffffu;
    const int lane = threadIdx.x & 31;
    const int plane = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
    if (plane >= n_planes) return;

    const float* f = feat + plane * 49;
    float s = f[lane];
    if (lane < 17) s += f[lane + 32];

    s += __shfl_down_sync(FULL, s, 16);
    s += __shfl_down_sync(FULL, s, 8);
    s += __shfl_down_sync(FULL, s, 4);
    s += __shfl_down_sync(FULL, s, 2);
    s += __shfl_down_sync(FULL, s, 1);
    if (lane == 0) pooled[plane] = s * (1.0f / 49.0f);
}

int main()
{
    const int batch = 64, channels = 512;
    const int planes = batch * channels;

    std::vector<float> feat(planes * 49);
    for (int p = 0; p < planes; ++p)
        for (int i = 0; i < 49; ++i)
            feat[p * 49 + i] = p * 0.001f + i;

    float *d_feat = nullptr, *d_pooled = nullptr;
    cudaMalloc(&d_feat, feat.size() * sizeof(float));
    cudaMalloc(&d_pooled, planes * sizeof(float));
    cudaMemcpy(d_feat, feat.data(), feat.size() * sizeof(float), cudaMemcpyHostToDevice);

    global_avg_pool<<<planes / 8, 256>>>(d_feat, d_pooled, planes);

    std::vector<float> pooled(planes);
    cudaMemcpy(pooled.data(), d_pooled, planes * sizeof(float), cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int p = 0; p < planes; ++p) {
        float ref = p * 0.001f + 24.0f;
        if (pooled[p] < ref - 1e-2f || pooled[p] > ref + 1e-2f) ++bad;
    }
    printf("%d of %d planes wrong\n", bad, planes);
    cudaFree(d_feat);
    cudaFree(d_pooled);
    return bad ? 1 : 0;
}
