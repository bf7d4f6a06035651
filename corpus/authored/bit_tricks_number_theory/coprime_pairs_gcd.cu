// Share of coprime pairs (a, b), 1 <= a, b <= M, tends to 6/pi^2.
#include <cstdio>
#include <cuda_runtime.h>

constexpr unsigned M = 1536;

__device__ unsigned gcd(unsigned u, unsigned v)
{
    // Stein's algorithm
    int shift = __ffs(u | v) - 1;
    u >>= __ffs(u) - 1;
    while (v != 0) {
        v >>= __ffs(v) - 1;
        if (u > v) {
            unsigned t = u;
            u = v;
            v = t;
        }
        v -= u;
    }
    return u << shift;
}

__global__ void countCoprime(unsigned long long *total)
{
    unsigned a = blockIdx.x * blockDim.x + threadIdx.x + 1;
    unsigned b = blockIdx.y * blockDim.y + threadIdx.y + 1;
    bool coprime = gcd(a, b) == 1;
    unsigned votes = __ballot_sync(0xffffffffu, coprime);
    if (threadIdx.x == 0)                    // blockDim.x is one warp
        atomicAdd(total, (unsigned long long)__popc(votes));
}

int main()
{
    unsigned long long *d_total, total;
    cudaMalloc(&d_total, sizeof(total));
    cudaMemset(d_total, 0, sizeof(total));
    countCoprime<<<dim3(M / 32, M / 8), dim3(32, 8)>>>(d_total);
    cudaMemcpy(&total, d_total, sizeof(total), cudaMemcpyDeviceToHost);
    printf("%.6f against 6/pi^2 = 0.607927\n", (double)total / ((double)M * M));
    cudaFree(d_total);
    return 0;
}
