#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// Number of properly crossing pairs in a set of segments (a drawing-quality measure for
// graph layouts). The pair matrix is cut in 256x256 tiles; only tiles on or above the
// diagonal do work.

constexpr int T = 256;

__device__ __forceinline__ float orient(float ax, float ay, float bx, float by, float cx, float cy)
{
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

__device__ __forceinline__ bool crosses(float4 s, float4 t)
{
    const float d1 = orient(s.x, s.y, s.z, s.w, t.x, t.y);
    const float d2 = orient(s.x, s.y, s.z, s.w, t.z, t.w);
    const float d3 = orient(t.x, t.y, t.z, t.w, s.x, s.y);
    const float d4 = orient(t.x, t.y, t.z, t.w, s.z, s.w);
    return d1 * d2 < 0.f && d3 * d4 < 0.f;
}

__global__ void countCrossings(const float4* __restrict__ seg, int n, unsigned long long* total)
{
    if (blockIdx.x < blockIdx.y) return;
    __shared__ float4 other[T];
    __shared__ int blockSum;
    if (threadIdx.x == 0) blockSum = 0;

    const int i = blockIdx.y * T + threadIdx.x;
    const int j0 = blockIdx.x * T;
    if (j0 + threadIdx.x < n) other[threadIdx.x] = seg[j0 + threadIdx.x];
    __syncthreads();

    int mine = 0;
    if (i < n) {
        const float4 s = seg[i];
        const int limit = min(T, n - j0);
        for (int k = 0; k < limit; ++k)
            if (j0 + k > i && crosses(s, other[k])) ++mine;
    }
    atomicAdd(&blockSum, mine);
    __syncthreads();
    if (threadIdx.x == 0 && blockSum) atomicAdd(total, (unsigned long long)blockSum);
}

int main()
{
    const int n = 8192;
    std::vector<float4> seg(n);
    unsigned state = 88172645u;
    auto next = [&state] {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        return state / 4294967296.0f;
    };
    for (float4& s : seg) {
        s.x = next();
        s.y = next();
        s.z = s.x + 0.2f * (next() - 0.5f);
        s.w = s.y + 0.2f * (next() - 0.5f);
    }

    float4* dSeg;
    unsigned long long *dTotal, total = 0;
    cudaMalloc(&dSeg, n * sizeof(float4));
    cudaMalloc(&dTotal, sizeof(total));
    cudaMemcpy(dSeg, seg.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
    cudaMemset(dTotal, 0, sizeof(total));

    const int tiles = (n + T - 1) / T;
    countCrossings<<<dim3(tiles, tiles), T>>>(dSeg, n, dTotal);
    cudaMemcpy(&total, dTotal, sizeof(total), cudaMemcpyDeviceToHost);
    printf("%llu crossings among %d segments\n", total, n);
    cudaFree(dSeg);
    cudaFree(dTotal);
    return 0;
}
