#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <vector>

// Rotary embedding, interleaved pairs: (x0, x1) is one half2.
// The cos/sin table [max_pos][head_dim/2] is precomputed on the host.
__global__ void applyRope(__half2* __restrict__ q, const float2* __restrict__ cosSin,
                          const int* __restrict__ position, int heads, int pairs)
{
    const int token = blockIdx.x;
    const float2* table = cosSin + (size_t)position[token] * pairs;
    __half2* row = q + (size_t)token * heads * pairs;

    for (int i = threadIdx.x; i < heads * pairs; i += blockDim.x) {
        const float2 cs = table[i & (pairs - 1)];
        const float2 x = __half22float2(row[i]);
        row[i] = __floats2half2_rn(x.x * cs.x - x.y * cs.y, x.x * cs.y + x.y * cs.x);
    }
}

int main()
{
    const int tokens = 2048, heads = 32, headDim = 64, maxPos = 4096;
    const int pairs = headDim / 2;

    std::vector<float2> table((size_t)maxPos * pairs);
    for (int p = 0; p < maxPos; ++p)
        for (int i = 0; i < pairs; ++i) {
            const float angle = p * std::pow(10000.0f, -2.0f * i / headDim);
            table[p * pairs + i] = make_float2(std::cos(angle), std::sin(angle));
        }
    std::vector<int> position(tokens);
    for (int t = 0; t < tokens; ++t) position[t] = t + 100;
    std::vector<__half> q((size_t)tokens * heads * headDim);
    for (size_t i = 0; i < q.size(); ++i) q[i] = __float2half(i % 2 ? 0.0f : 1.0f);

    __half2* dq;
    float2* dt;
    int* dp;
    cudaMalloc(&dq, q.size() * sizeof(__half));
    cudaMalloc(&dt, table.size() * sizeof(float2));
    cudaMalloc(&dp, tokens * sizeof(int));
    cudaMemcpy(dq, q.data(), q.size() * sizeof(__half), cudaMemcpyHostToDevice);
    cudaMemcpy(dt, table.data(), table.size() * sizeof(float2), cudaMemcpyHostToDevice);
    cudaMemcpy(dp, position.data(), tokens * sizeof(int), cudaMemcpyHostToDevice);

    applyRope<<<tokens, 256>>>(dq, dt, dp, heads, pairs);

    cudaMemcpy(q.data(), dq, q.size() * sizeof(__half), cudaMemcpyDeviceToHost);
    printf("token 0: (%.3f, %.3f), cos/sin of 100: (%.3f, %.3f)\n", __half2float(q[0]),
           __half2float(q[1]), std::cos(100.0), std::sin(100.0));
    cudaFree(dq); cudaFree(dt); cudaFree(dp);
    return 0;
}
