#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int NODES = 20000;
constexpr int FEAT = 64;
constexpr int MAX_DEGREE = 24;
constexpr int CAPACITY = NODES * MAX_DEGREE;

// out[v] = sum_u x[u] / sqrt(deg u * deg v) over the neighbours u of v.
// A warp works on one node, a lane on two features.
__global__ void gcnAggregate(const int* __restrict__ rowPtr, const int* __restrict__ colIdx,
                             const float* __restrict__ invSqrtDeg,
                             const float2* __restrict__ x, float2* __restrict__ out)
{
    const int node = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const int lane = threadIdx.x % 32;
    if (node >= NODES) return;

    const int begin = rowPtr[node], end = rowPtr[node + 1];
    float2 sum = make_float2(0.f, 0.f);
    for (int e = begin; e < end; ++e) {
        const int u = colIdx[e];
        const float c = invSqrtDeg[u];
        const float2 v = x[u * (FEAT / 2) + lane];
        sum.x += c * v.x;
        sum.y += c * v.y;
    }
    const float c = invSqrtDeg[node];
    out[node * (FEAT / 2) + lane] = make_float2(c * sum.x, c * sum.y);
}

int main()
{
    std::vector<int> rowPtr(NODES + 1), colIdx(CAPACITY);
    std::vector<float> isd(NODES), x(NODES * FEAT);

    rowPtr[0] = 0;
    for (int v = 0; v < NODES; ++v) {
        int degree = 4 + rand() % 20;
        rowPtr[v + 1] = rowPtr[v] + degree;
        isd[v] = 0.28f;
    }
    for (int e = 0; e < CAPACITY; ++e) colIdx[e] = rand() % NODES;
    for (int i = 0; i < NODES * FEAT; ++i) x[i] = (i % FEAT) * 0.01f;

    int *dRow, *dCol;
    float* dIsd;
    float2 *dX, *dOut;
    cudaMalloc(&dRow, (NODES + 1) * sizeof(int));
    cudaMalloc(&dCol, CAPACITY * sizeof(int));
    cudaMalloc(&dIsd, NODES * sizeof(float));
    cudaMalloc(&dX, NODES * FEAT * sizeof(float));
    cudaMalloc(&dOut, NODES * FEAT * sizeof(float));
    cudaMemcpy(dRow, rowPtr.data(), (NODES + 1) * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dCol, colIdx.data(), CAPACITY * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dIsd, isd.data(), NODES * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dX, x.data(), NODES * FEAT * sizeof(float), cudaMemcpyHostToDevice);

    gcnAggregate<<<NODES * 32 / 160, 160>>>(dRow, dCol, dIsd, dX, dOut);

    cudaMemcpy(x.data(), dOut, NODES * FEAT * sizeof(float), cudaMemcpyDeviceToHost);
    printf("node 0 has %d neighbours, feature 63 sums to %f\n", rowPtr[1], x[63]);
    cudaFree(dRow); cudaFree(dCol); cudaFree(dIsd); cudaFree(dX); cudaFree(dOut);
    return 0;
}
