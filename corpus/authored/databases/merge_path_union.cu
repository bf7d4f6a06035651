#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <vector>

// UNION ALL of two sorted key columns. Each block finds its piece of the merge path by a
// diagonal search in global memory, loads it to shared memory and merges there.
constexpr int THREADS = 128;
constexpr int ITEMS = 8;
constexpr int TILE = THREADS * ITEMS;

__device__ int diagonalSearch(const int* a, int na, const int* b, int nb, int diag)
{
    int lo = max(0, diag - nb), hi = min(diag, na);
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (a[mid] <= b[diag - 1 - mid]) lo = mid + 1;
        else hi = mid;
    }
    return lo;
}

__global__ void mergeTiles(const int* __restrict__ a, int na, const int* __restrict__ b, int nb, int* __restrict__ out)
{
    __shared__ int sa[TILE], sb[TILE];
    __shared__ int split[2];
    const int d0 = blockIdx.x * TILE;
    const int d1 = min(d0 + TILE, na + nb);
    if (threadIdx.x < 2)
        split[threadIdx.x] = diagonalSearch(a, na, b, nb, threadIdx.x ? d1 : d0);
    __syncthreads();

    const int a0 = split[0], aCount = split[1] - a0;
    const int b0 = d0 - a0, bCount = (d1 - d0) - aCount;
    for (int i = threadIdx.x; i < aCount; i += THREADS) sa[i] = a[a0 + i];
    for (int i = threadIdx.x; i < bCount; i += THREADS) sb[i] = b[b0 + i];
    __syncthreads();

    const int diag = min((int)threadIdx.x * ITEMS, aCount + bCount);
    int i = diagonalSearch(sa, aCount, sb, bCount, diag);
    int j = diag - i;
    #pragma unroll
    for (int k = 0; k < ITEMS; ++k) {
        if (d0 + diag + k < d1) {
            bool takeA = j >= bCount || (i < aCount && sa[i] <= sb[j]);
            out[d0 + diag + k] = takeA ? sa[i++] : sb[j++];
        }
    }
}

int main()
{
    const int na = 4 << 20, nb = 3500000;
    std::vector<int> a(na), b(nb), out(na + nb);
    for (int i = 0; i < na; ++i) a[i] = i * 3;
    for (int i = 0; i < nb; ++i) b[i] = i * 4 + 1;

    int *dA, *dB, *dOut;
    cudaMalloc(&dA, na * sizeof(int));
    cudaMalloc(&dB, nb * sizeof(int));
    cudaMalloc(&dOut, (na + nb) * sizeof(int));
    cudaMemcpy(dA, a.data(), na * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dB, b.data(), nb * sizeof(int), cudaMemcpyHostToDevice);

    mergeTiles<<<(na + nb + TILE - 1) / TILE, THREADS>>>(dA, na, dB, nb, dOut);

    cudaMemcpy(out.data(), dOut, out.size() * sizeof(int), cudaMemcpyDeviceToHost);
    std::puts(std::is_sorted(out.begin(), out.end()) ? "sorted" : "NOT sorted");
    return 0;
}
