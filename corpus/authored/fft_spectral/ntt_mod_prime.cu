#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

// Number-theoretic transform of length 512 modulo p = 998244353 (p - 1 is
// divisible by 2^23, generator 3). Decimation in frequency, one polynomial per
// block, output in bit-reversed order as wanted for pointwise products.

constexpr uint32_t P = 998244353u;
constexpr int LEN = 512;

__host__ __device__ inline uint32_t mulMod(uint32_t a, uint32_t b) { return (uint32_t)((uint64_t)a * b % P); }
__device__ inline uint32_t addMod(uint32_t a, uint32_t b) { uint32_t s = a + b; return s >= P ? s - P : s; }
__device__ inline uint32_t subMod(uint32_t a, uint32_t b) { return a >= b ? a - b : a + P - b; }

uint32_t powMod(uint32_t base, uint32_t e)
{
    uint32_t r = 1;
    for (; e; e >>= 1) {
        if (e & 1) r = mulMod(r, base);
        base = mulMod(base, base);
    }
    return r;
}

__global__ void ntt512(uint32_t* polys, const uint32_t* __restrict__ roots)
{
    __shared__ uint32_t a[LEN];
    uint32_t* poly = polys + blockIdx.x * LEN;
    const int t = threadIdx.x;                       // 256 threads
    a[t] = poly[t];
    a[t + LEN / 2] = poly[t + LEN / 2];
    __syncthreads();

    for (int half = LEN / 2; half >= 1; half >>= 1) {
        const int k = t & (half - 1);
        const int i = 2 * t - k;
        const uint32_t u = a[i], v = a[i + half];
        a[i] = addMod(u, v);
        a[i + half] = mulMod(subMod(u, v), roots[k * (LEN / 2 / half)]);
        __syncthreads();
    }
    poly[t] = a[t];
    poly[t + LEN / 2] = a[t + LEN / 2];
}

int main()
{
    const int batch = 512;
    std::vector<uint32_t> polys(batch * LEN), roots(LEN / 2);
    for (int i = 0; i < batch * LEN; ++i) polys[i] = (uint32_t)(i % 1000);

    const uint32_t w = powMod(3, (P - 1) / LEN);
    roots[0] = 1;
    for (int k = 1; k < LEN / 2; ++k) roots[k] = mulMod(roots[k - 1], w);

    uint32_t *dPolys, *dRoots;
    cudaMalloc(&dPolys, polys.size() * sizeof(uint32_t));
    cudaMalloc(&dRoots, roots.size() * sizeof(uint32_t));
    cudaMemcpy(dPolys, polys.data(), polys.size() * sizeof(uint32_t), cudaMemcpyHostToDevice);
    cudaMemcpy(dRoots, roots.data(), roots.size() * sizeof(uint32_t), cudaMemcpyHostToDevice);
    ntt512<<<batch, LEN / 2>>>(dPolys, dRoots);

    uint64_t want = 0;
    for (int i = 0; i < LEN; ++i) want += polys[i];
    uint32_t got = 0;
    cudaMemcpy(&got, dPolys, sizeof(got), cudaMemcpyDeviceToHost);
    std::printf("A(1) = %u, expected %u\n", got, (uint32_t)(want % P));
    cudaFree(dPolys);
    cudaFree(dRoots);
    return got == want % P ? 0 : 1;
}
