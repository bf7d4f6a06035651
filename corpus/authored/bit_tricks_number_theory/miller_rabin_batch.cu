#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

/* Deterministic Miller-Rabin for odd 64-bit n with Montgomery arithmetic; the twelve bases
   2..37 are enough below 3.3e24. */

__device__ __forceinline__ uint64_t mred(uint64_t a, uint64_t b, uint64_t n, uint64_t ninv)
{
    const uint64_t lo = a * b, hi = __umul64hi(a, b);
    const uint64_t m = lo * ninv;              // ninv = n^-1 mod 2^64
    const uint64_t t = __umul64hi(m, n);
    return hi >= t ? hi - t : hi - t + n;
}

__global__ void isPrime(const uint64_t* __restrict__ candidates, unsigned char* __restrict__ prime, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const uint64_t n = candidates[i];

    uint64_t inv = n;
#pragma unroll
    for (int k = 0; k < 5; ++k) inv *= 2 - n * inv;
    const uint64_t one = (~0ull % n) + 1;      // 2^64 mod n
    const uint64_t minusOne = n - one;
    const int s = __ffsll((long long)(n - 1)) - 1;
    const uint64_t d = (n - 1) >> s;
    const int top = 63 - __clzll((long long)d);

    const unsigned char bases[12] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
    bool probable = true;
    for (int b = 0; b < 12 && probable; ++b) {
        uint64_t a = 0;                         // base in Montgomery form
        for (int k = 0; k < bases[b]; ++k) {
            a += one;
            if (a >= n || a < one) a -= n;
        }
        uint64_t x = a;
        for (int bit = top - 1; bit >= 0; --bit) {
            x = mred(x, x, n, inv);
            if ((d >> bit) & 1) x = mred(x, a, n, inv);
        }
        bool ok = x == one || x == minusOne;
        for (int r = 1; r < s && !ok; ++r) {
            x = mred(x, x, n, inv);
            ok = x == minusOne;
        }
        probable = ok;
    }
    prime[i] = probable;
}

int main()
{
    const int count = 40000;
    std::vector<uint64_t> c(count);
    for (int i = 0; i < count; ++i) c[i] = 1000000000000001ull + 2ull * i;

    uint64_t* dC;
    unsigned char* dP;
    cudaMalloc(&dC, count * sizeof(uint64_t));
    cudaMalloc(&dP, count);
    cudaMemcpy(dC, c.data(), count * sizeof(uint64_t), cudaMemcpyHostToDevice);
    isPrime<<<(count + 127) / 128, 128>>>(dC, dP, count);
    std::vector<unsigned char> p(count);
    cudaMemcpy(p.data(), dP, count, cudaMemcpyDeviceToHost);
    int primes = 0;
    for (unsigned char x : p) primes += x;
    std::printf("%d primes among %d odd numbers (about %.0f expected)\n", primes, count, count * 2 / 34.5);
    return 0;
}
