#include <cuda_runtime.h>
#include <cfloat>
#include <cstdio>
#include <vector>

// Eight nearest neighbours of every point by brute force. The list of the best eight stays
// sorted in registers (every index is known at compile time).

template <int K>
struct BestList {
    float d[K];
    int id[K];

    __device__ void clear()
    {
#pragma unroll
        for (int k = 0; k < K; ++k) {
            d[k] = FLT_MAX;
            id[k] = -1;
        }
    }
    __device__ void offer(float dist, int i)
    {
        if (dist >= d[K - 1]) return;
        d[K - 1] = dist;
        id[K - 1] = i;
#pragma unroll
        for (int k = K - 1; k > 0; --k) {
            if (d[k] < d[k - 1]) {
                const float td = d[k];
                d[k] = d[k - 1];
                d[k - 1] = td;
                const int ti = id[k];
                id[k] = id[k - 1];
                id[k - 1] = ti;
            }
        }
    }
};

template <int K, int TILE>
__global__ void __launch_bounds__(TILE) nearestNeighbours(const float4* __restrict__ cloud, int n, int* __restrict__ out)
{
    __shared__ float4 tile[TILE];
    const int self = blockIdx.x * TILE + threadIdx.x;
    const float4 p = cloud[min(self, n - 1)];
    BestList<K> best;
    best.clear();

    for (int t0 = 0; t0 < n; t0 += TILE) {
        if (t0 + threadIdx.x < n) tile[threadIdx.x] = cloud[t0 + threadIdx.x];
        __syncthreads();
        const int m = min(TILE, n - t0);
        for (int j = 0; j < m; ++j) {
            const float dx = tile[j].x - p.x, dy = tile[j].y - p.y, dz = tile[j].z - p.z;
            if (t0 + j != self) best.offer(dx * dx + dy * dy + dz * dz, t0 + j);
        }
        __syncthreads();
    }
    if (self < n) {
#pragma unroll
        for (int k = 0; k < K; ++k) out[k * n + self] = best.id[k];
    }
}

int main()
{
    constexpr int n = 8192, K = 8, TILE = 128;
    std::vector<float4> cloud(n);
    unsigned s = 1234567u;
    for (int i = 0; i < n; ++i) {
        float c[3];
        for (int a = 0; a < 3; ++a) {
            s = s * 1664525u + 1013904223u;
            c[a] = (s >> 8) / 16777216.0f;
        }
        cloud[i] = make_float4(c[0], c[1], c[2], 0.f);
    }
    float4* dCloud;
    int* dOut;
    cudaMalloc(&dCloud, n * sizeof(float4));
    cudaMalloc(&dOut, K * n * sizeof(int));
    cudaMemcpy(dCloud, cloud.data(), n * sizeof(float4), cudaMemcpyHostToDevice);

    nearestNeighbours<K, TILE><<<(n + TILE - 1) / TILE, TILE>>>(dCloud, n, dOut);

    std::vector<int> nn(K * n);
    cudaMemcpy(nn.data(), dOut, nn.size() * sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("neighbours of point 0:");
    for (int k = 0; k < K; ++k) std::printf(" %d", nn[k * n]);
    std::printf("\n");
    cudaFree(dCloud);
    cudaFree(dOut);
}
