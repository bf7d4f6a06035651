#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

constexpr int kTableRows = 100000;
constexpr int kDim = 64;
constexpr int kBags = 8192;

// A warp pools one bag; a lane carries two neighbouring columns as float2.
__global__ void embeddingBagSum(const float2* __restrict__ table,
                                const int64_t* __restrict__ indices,
                                const int* __restrict__ offsets,
                                float2* __restrict__ pooled)
{
    const int bag = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    const int lane = threadIdx.x & 31;
    if (bag >= kBags) return;

    float2 acc = make_float2(0.f, 0.f);
    const int end = offsets[bag + 1];
    for (int p = offsets[bag]; p < end; ++p) {
        const float2 row = table[indices[p] * (kDim / 2) + lane];
        acc.x += row.x;
        acc.y += row.y;
    }
    pooled[bag * (kDim / 2) + lane] = acc;
}

int main()
{
    std::vector<int> offsets(kBags + 1);
    int pos = 0;
    for (int b = 0; b < kBags; ++b) {
        offsets[b] = pos;
        pos += 4 + b % 25;                             // 4 to 28 ids in a bag
    }
    offsets[kBags] = pos;

    const int nnz = kBags * 28;                        // capacity, not all of it is used
    std::vector<int64_t> indices(nnz);
    uint64_t state = 88172645463325252ull;
    for (int i = 0; i < nnz; ++i) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        indices[i] = (int64_t)((state >> 33) % kTableRows);
    }
    std::vector<float> table((size_t)kTableRows * kDim);
    for (size_t i = 0; i < table.size(); ++i) table[i] = 1e-3f * (float)(i % 1000);

    float2 *dTable, *dPooled;
    int64_t* dIdx;
    int* dOff;
    cudaMalloc(&dTable, table.size() * sizeof(float));
    cudaMalloc(&dIdx, nnz * sizeof(int64_t));
    cudaMalloc(&dOff, offsets.size() * sizeof(int));
    cudaMalloc(&dPooled, kBags * kDim * sizeof(float));
    cudaMemcpy(dTable, table.data(), table.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dIdx, indices.data(), nnz * sizeof(int64_t), cudaMemcpyHostToDevice);
    cudaMemcpy(dOff, offsets.data(), offsets.size() * sizeof(int), cudaMemcpyHostToDevice);

    embeddingBagSum<<<kBags / 4, 128>>>(dTable, dIdx, dOff, dPooled);

    std::vector<float> out(kBags * kDim);
    cudaMemcpy(out.data(), dPooled, out.size() * sizeof(float), cudaMemcpyDeviceToHost);
    float ref = 0;
    for (int p = offsets[77]; p < offsets[78]; ++p) ref += table[indices[p] * kDim + 5];
    printf("bag 77 col 5: %f (host %f), %d lookups\n", out[77 * kDim + 5], ref, pos);

    cudaFree(dTable);
    cudaFree(dIdx);
    cudaFree(dOff);
    cudaFree(dPooled);
    return 0;
}
