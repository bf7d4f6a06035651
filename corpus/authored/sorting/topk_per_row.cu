#include <cuda_runtime.h>
#include <cfloat>
#include <cstdio>
#include <functional>
#include <algorithm>
#include <vector>

// The 8 best scores of each query, descending. A block of 64 threads serves a
// query: every thread keeps a sorted list in registers, then the lists are
// merged pairwise through shared memory.

constexpr int K = 8;
constexpr int TPB = 64;

__device__ __forceinline__ void insert(float (&best)[K], float s)
{
    if (s <= best[K - 1]) return;
    best[K - 1] = s;
#pragma unroll
    for (int q = K - 1; q > 0; --q) {
        const float hi = fmaxf(best[q - 1], best[q]);
        const float lo = fminf(best[q - 1], best[q]);
        best[q - 1] = hi;
        best[q] = lo;
    }
}

__global__ void topK(const float* __restrict__ scores, int candidates, float* __restrict__ out)
{
    __shared__ float lists[TPB][K + 1];
    const float* row = scores + (size_t)blockIdx.x * candidates;

    float best[K];
#pragma unroll
    for (int q = 0; q < K; ++q) best[q] = -FLT_MAX;
    for (int c = threadIdx.x; c < candidates; c += TPB) insert(best, row[c]);

    for (int half = TPB / 2; half > 0; half /= 2) {
        if (threadIdx.x >= half && threadIdx.x < 2 * half) {
#pragma unroll
            for (int q = 0; q < K; ++q) lists[threadIdx.x][q] = best[q];
        }
        __syncthreads();
        if (threadIdx.x < half) {
#pragma unroll
            for (int q = 0; q < K; ++q) insert(best, lists[threadIdx.x + half][q]);
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
#pragma unroll
        for (int q = 0; q < K; ++q) out[blockIdx.x * K + q] = best[q];
    }
}

int main()
{
    const int queries = 2000, candidates = 1200;
    std::vector<float> scores(queries * candidates);
    for (int q = 0; q < queries; ++q)
        for (int c = 0; c < candidates; ++c)
            scores[q * candidates + c] = (float)((c * 389 + q * 17) % 1201) / 1201.0f;

    float *dScores, *dBest;
    cudaMalloc(&dScores, scores.size() * sizeof(float));
    cudaMalloc(&dBest, queries * K * sizeof(float));
    cudaMemcpy(dScores, scores.data(), scores.size() * sizeof(float), cudaMemcpyHostToDevice);

    topK<<<queries, TPB>>>(dScores, candidates, dBest);

    std::vector<float> best(queries * K);
    cudaMemcpy(best.data(), dBest, best.size() * sizeof(float), cudaMemcpyDeviceToHost);

    std::vector<float> ref(scores.begin(), scores.begin() + candidates);
    std::partial_sort(ref.begin(), ref.begin() + K, ref.end(), std::greater<float>());
    bool same = std::equal(ref.begin(), ref.begin() + K, best.begin());
    std::printf("query 0: best %f, %s\n", best[0], same ? "matches" : "DIFFERS");
    cudaFree(dScores);
    cudaFree(dBest);
    return !same;
}
