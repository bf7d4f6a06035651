// GraphSAGE mean aggregator on a sampled block with fan-out 15: neighbour lists are a
// rectangular table, -1 marks unused places (few real neighbours).
#include <cuda_runtime.h>
#include <cstdlib>
#include <iostream>
#include <vector>

constexpr int kFanout = 15;
constexpr int kVecs = 32;           // 128 floats

__global__ void sageMean(const int* __restrict__ table, const float4* __restrict__ feat,
                         float4* __restrict__ mean, int nodes)
{
    const int v = blockIdx.x * blockDim.y + threadIdx.y;
    if (v >= nodes) return;

    float4 acc = {0.f, 0.f, 0.f, 0.f};
    int valid = 0;
#pragma unroll 5
    for (int k = 0; k < kFanout; ++k) {
        const int u = __ldg(table + v * kFanout + k);
        if (u < 0) continue;
        const float4 f = __ldg(feat + (size_t)u * kVecs + threadIdx.x);
        acc.x += f.x;
        acc.y += f.y;
        acc.z += f.z;
        acc.w += f.w;
        ++valid;
    }
    const float inv = valid ? 1.0f / valid : 0.0f;
    acc.x *= inv;
    acc.y *= inv;
    acc.z *= inv;
    acc.w *= inv;
    mean[(size_t)v * kVecs + threadIdx.x] = acc;
}

int main()
{
    const int nodes = 16384;
    std::vector<int> table(nodes * kFanout);
    for (int i = 0; i < nodes * kFanout; ++i) table[i] = rand() % (nodes + 2000) - 2000;
    for (int i = 0; i < nodes * kFanout; ++i)
        if (table[i] < 0) table[i] = -1;
    std::vector<float> feat((size_t)nodes * kVecs * 4);
    for (size_t i = 0; i < feat.size(); ++i) feat[i] = 2.0f;

    int* dTable;
    float4 *dFeat, *dMean;
    cudaMalloc(&dTable, table.size() * sizeof(int));
    cudaMalloc(&dFeat, feat.size() * sizeof(float));
    cudaMalloc(&dMean, feat.size() * sizeof(float));
    cudaMemcpy(dTable, table.data(), table.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dFeat, feat.data(), feat.size() * sizeof(float), cudaMemcpyHostToDevice);

    sageMean<<<(nodes + 3) / 4, dim3(kVecs, 4)>>>(dTable, dFeat, dMean, nodes);

    cudaMemcpy(feat.data(), dMean, feat.size() * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (float f : feat) wrong += f != 0.0f && (f < 1.999f || f > 2.001f);
    std::cout << "wrong means: " << wrong << std::endl;
    cudaFree(dTable);
    cudaFree(dFeat);
    cudaFree(dMean);
    return wrong != 0;
}
