#include <cuda_runtime.h>
#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <vector>

// Quadratic assignment: change of cost for exchanging facilities r and s, for all pairs,
// for a population of permutations (one block each). Distances and permutation in shared memory.
constexpr int N = 48;

__global__ void bestSwap(const int* __restrict__ flow, const int* __restrict__ dist,
                         const unsigned char* __restrict__ perms, int* __restrict__ bestDelta)
{
    __shared__ int D[N][N + 1];
    __shared__ int F[N][N + 1];
    __shared__ int p[N];
    __shared__ int best;

    for (int i = threadIdx.x; i < N * N; i += blockDim.x) {
        D[i / N][i % N] = dist[i];
        F[i / N][i % N] = flow[i];
    }
    if (threadIdx.x < N) p[threadIdx.x] = perms[blockIdx.x * N + threadIdx.x];
    if (threadIdx.x == 0) best = INT_MAX;
    __syncthreads();

    int mine = INT_MAX;
    for (int pair = threadIdx.x; pair < N * N; pair += blockDim.x) {
        const int r = pair / N, s = pair % N;
        if (r >= s) continue;
        const int pr = p[r], ps = p[s];
        int delta = 0;
        for (int k = 0; k < N; ++k) {
            if (k == r || k == s) continue;
            const int pk = p[k];
            delta += (F[k][r] - F[k][s]) * (D[pk][ps] - D[pk][pr]);
        }
        mine = min(mine, 2 * delta);       // symmetric instance
    }
    atomicMin(&best, mine);
    __syncthreads();
    if (threadIdx.x == 0) bestDelta[blockIdx.x] = best;
}

int main()
{
    const int population = 2000;
    std::vector<int> flow(N * N), dist(N * N), delta(population);
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j) {
            flow[i * N + j] = (i * j + i + j) % 10;
            dist[i * N + j] = std::abs(i / 8 - j / 8) + std::abs(i % 8 - j % 8);
        }
    std::vector<unsigned char> perms(population * N);
    for (int b = 0; b < population; ++b)
        for (int i = 0; i < N; ++i)
            perms[b * N + i] = (i * 5 + b) % N;      // 5 and 48 are coprime

    int *dFlow, *dDist, *dDelta;
    unsigned char* dPerms;
    cudaMalloc(&dFlow, N * N * sizeof(int));
    cudaMalloc(&dDist, N * N * sizeof(int));
    cudaMalloc(&dDelta, population * sizeof(int));
    cudaMalloc(&dPerms, perms.size());
    cudaMemcpy(dFlow, flow.data(), N * N * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dDist, dist.data(), N * N * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dPerms, perms.data(), perms.size(), cudaMemcpyHostToDevice);

    bestSwap<<<population, 192>>>(dFlow, dDist, dPerms, dDelta);

    cudaMemcpy(delta.data(), dDelta, population * sizeof(int), cudaMemcpyDeviceToHost);
    printf("best improvement over the population: %d\n", *std::min_element(delta.begin(), delta.end()));
    return 0;
}
