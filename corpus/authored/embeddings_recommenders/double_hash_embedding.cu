#include <cstdint>
#include <iostream>
#include <vector>
#include <cuda_runtime.h>

using u64 = unsigned long long;

static constexpr uint32_t kBuckets = 1u << 14;
static constexpr int kVecDim = 8;            // 32 floats = 8 float4

// Two independent hashes of the raw 64-bit id; the sum of both rows makes
// collisions of distinct ids unlikely even with small tables.
__device__ uint32_t splitmix(u64 z)
{
    z += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return (uint32_t)(z ^ (z >> 31));
}

__global__ void doubleHashLookup(const u64* ids, const float4* tableA, const float4* tableB,
                                 float4* out, int count)
{
    int i = blockIdx.x * blockDim.y + threadIdx.y;
    if (i >= count) return;
    int c = threadIdx.x;

    u64 id = ids[i];
    uint32_t ra = splitmix(id) & (kBuckets - 1);
    uint32_t rb = splitmix(id ^ 0x5851f42d4c957f2dull) & (kBuckets - 1);

    float4 a = tableA[ra * kVecDim + c];
    float4 b = tableB[rb * kVecDim + c];
    out[i * kVecDim + c] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

int main()
{
    const int count = 150000;
    std::vector<u64> ids(count);
    for (int i = 0; i < count; ++i) ids[i] = 1000003ull * i + 17;
    std::vector<float> weights(kBuckets * kVecDim * 4);
    for (size_t i = 0; i < weights.size(); ++i) weights[i] = (float)(i % 128) * 0.0078125f;

    u64* dIds;
    float4 *dA, *dB, *dOut;
    const size_t tableBytes = weights.size() * sizeof(float);
    cudaMalloc(&dIds, count * sizeof(u64));
    cudaMalloc(&dA, tableBytes);
    cudaMalloc(&dB, tableBytes);
    cudaMalloc(&dOut, count * kVecDim * sizeof(float4));
    cudaMemcpy(dIds, ids.data(), count * sizeof(u64), cudaMemcpyHostToDevice);
    cudaMemcpy(dA, weights.data(), tableBytes, cudaMemcpyHostToDevice);
    cudaMemcpy(dB, weights.data(), tableBytes, cudaMemcpyHostToDevice);

    dim3 shape(kVecDim, 32);
    doubleHashLookup<<<(count + 31) / 32, shape>>>(dIds, dA, dB, dOut, count);

    std::vector<float4> out(count * kVecDim);
    cudaMemcpy(out.data(), dOut, out.size() * sizeof(float4), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (const auto& v : out) sum += v.x + v.y + v.z + v.w;
    std::cout << "checksum " << sum << std::endl;
    cudaFree(dIds); cudaFree(dA); cudaFree(dB); cudaFree(dOut);
}
