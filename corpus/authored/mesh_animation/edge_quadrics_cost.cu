// Mesh simplification: error of collapsing each edge to its best of three candidates
// (either end, midpoint), from symmetric quadrics of ten coefficients.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <vector>

constexpr int kCoeffs = 10;

__device__ __forceinline__ double evaluate(const double (&q)[kCoeffs], double x, double y, double z)
{
    return q[0] * x * x + 2 * q[1] * x * y + 2 * q[2] * x * z + 2 * q[3] * x
         + q[4] * y * y + 2 * q[5] * y * z + 2 * q[6] * y
         + q[7] * z * z + 2 * q[8] * z + q[9];
}

// quadrics are stored coefficient-major: quadric[c * nVerts + v]
__global__ void collapseCost(const double* __restrict__ quadric, const double3* __restrict__ pos, int nVerts,
                             const int* __restrict__ tail, const int* __restrict__ head, int nEdges,
                             double* __restrict__ cost, unsigned char* __restrict__ choice)
{
    const int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= nEdges) return;
    const int u = tail[e], v = head[e];

    double q[kCoeffs];
#pragma unroll
    for (int c = 0; c < kCoeffs; ++c)
        q[c] = quadric[(size_t)c * nVerts + u] + quadric[(size_t)c * nVerts + v];

    const double3 a = pos[u], b = pos[v];
    const double ca = evaluate(q, a.x, a.y, a.z);
    const double cb = evaluate(q, b.x, b.y, b.z);
    const double cm = evaluate(q, 0.5 * (a.x + b.x), 0.5 * (a.y + b.y), 0.5 * (a.z + b.z));

    double best = ca;
    unsigned char which = 0;
    if (cb < best) { best = cb; which = 1; }
    if (cm < best) { best = cm; which = 2; }
    cost[e] = best;
    choice[e] = which;
}

int main()
{
    const int nVerts = 69960, nEdges = 209000;
    std::vector<double> quad((size_t)kCoeffs * nVerts);
    std::vector<double3> pos(nVerts);
    std::vector<int> tail(nEdges), head(nEdges);
    for (size_t i = 0; i < quad.size(); ++i) quad[i] = 0.1 + 1e-3 * (i % 777);
    for (int v = 0; v < nVerts; ++v) pos[v] = make_double3(v % 265 * 0.1, v / 265 * 0.1, (v % 11) * 0.01);
    for (int e = 0; e < nEdges; ++e) {
        tail[e] = e / 3;
        head[e] = e / 3 + (e % 3 == 0 ? 1 : e % 3 == 1 ? 265 : 266);
    }

    double *dQuad, *dCost;
    double3* dPos;
    int *dTail, *dHead;
    unsigned char* dChoice;
    cudaMalloc(&dQuad, quad.size() * sizeof(double));
    cudaMalloc(&dPos, nVerts * sizeof(double3));
    cudaMalloc(&dTail, nEdges * sizeof(int));
    cudaMalloc(&dHead, nEdges * sizeof(int));
    cudaMalloc(&dCost, nEdges * sizeof(double));
    cudaMalloc(&dChoice, nEdges);
    cudaMemcpy(dQuad, quad.data(), quad.size() * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(dPos, pos.data(), nVerts * sizeof(double3), cudaMemcpyHostToDevice);
    cudaMemcpy(dTail, tail.data(), nEdges * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dHead, head.data(), nEdges * sizeof(int), cudaMemcpyHostToDevice);

    collapseCost<<<(nEdges + 127) / 128, 128>>>(dQuad, dPos, nVerts, dTail, dHead, nEdges, dCost, dChoice);

    std::vector<double> cost(nEdges);
    cudaMemcpy(cost.data(), dCost, nEdges * sizeof(double), cudaMemcpyDeviceToHost);
    const auto it = std::min_element(cost.begin(), cost.end());
    std::printf("cheapest edge %ld at %g\n", (long)(it - cost.begin()), *it);
    cudaFree(dQuad);
    cudaFree(dPos);
    cudaFree(dTail);
    cudaFree(dHead);
    cudaFree(dCost);
    cudaFree(dChoice);
}
