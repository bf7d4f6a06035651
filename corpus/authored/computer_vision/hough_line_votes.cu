#include <cuda_runtime.h>
#include <cmath>
#include <iostream>
#include <vector>

// Standard Hough transform for lines. One block per angle; the block keeps the whole rho
// axis for its angle in shared memory, so votes never leave the SM until they are summed.

constexpr int N_THETA = 180;
constexpr int N_RHO = 1024;

__global__ void houghVotes(const ushort2 *__restrict__ edges, int nEdges, int *__restrict__ accum,
                           float rhoMin, float invRhoStep)
{
    __shared__ int votes[N_RHO];
    for (int i = threadIdx.x; i < N_RHO; i += blockDim.x)
        votes[i] = 0;
    __syncthreads();

    float s, c;
    sincospif(blockIdx.x / (float)N_THETA, &s, &c);
    for (int i = threadIdx.x; i < nEdges; i += blockDim.x) {
        const ushort2 p = edges[i];
        const float rho = p.x * c + p.y * s;
        const int bin = __float2int_rd((rho - rhoMin) * invRhoStep);
        if (bin >= 0 && bin < N_RHO)
            atomicAdd(&votes[bin], 1);
    }
    __syncthreads();

    for (int i = threadIdx.x; i < N_RHO; i += blockDim.x)
        accum[blockIdx.x * N_RHO + i] = votes[i];
}

int main()
{
    const int w = 1280, h = 720, nEdges = 20000;
    std::vector<ushort2> edges(nEdges);
    for (int i = 0; i < nEdges; ++i) {
        if (i % 4 == 0) {                       // a quarter of the points on one line
            edges[i].x = i % w;
            edges[i].y = (i % w) / 2;
        } else {
            edges[i].x = (i * 7919u) % w;
            edges[i].y = (i * 104729u) % h;
        }
    }

    ushort2 *dEdges;
    int *dAcc;
    cudaMalloc(&dEdges, edges.size() * sizeof(ushort2));
    cudaMalloc(&dAcc, N_THETA * N_RHO * sizeof(int));
    cudaMemcpy(dEdges, edges.data(), edges.size() * sizeof(ushort2), cudaMemcpyHostToDevice);

    const float diag = std::sqrt(float(w * w + h * h));
    houghVotes<<<N_THETA, 512>>>(dEdges, nEdges, dAcc, -diag, N_RHO / (2 * diag));

    std::vector<int> acc(N_THETA * N_RHO);
    cudaMemcpy(acc.data(), dAcc, acc.size() * sizeof(int), cudaMemcpyDeviceToHost);
    int top = 0;
    for (int i = 0; i < (int)acc.size(); ++i)
        if (acc[i] > acc[top]) top = i;
    std::cout << "strongest line: theta " << top / N_RHO << " deg, " << acc[top] << " votes\n";
    cudaFree(dEdges);
    cudaFree(dAcc);
}
