#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

// SECDED (72,64): seven parity masks over the data bits plus an overall parity bit.
__constant__ uint64_t parityMask[7];

__global__ void encode(const uint64_t *words, uint8_t *check, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint64_t w = words[i];
    unsigned c = 0;
    for (int k = 0; k < 7; k++)
        c |= (unsigned)(__popcll(w & parityMask[k]) & 1) << k;
    unsigned overall = (__popcll(w) + __popc(c)) & 1;
    check[i] = (uint8_t)(c | overall << 7);
}

int main()
{
    // data bit d sits at code position pos(d): positions that are no powers of two
    uint64_t mask[7] = {0};
    int pos = 3;
    for (int d = 0; d < 64; d++) {
        while ((pos & (pos - 1)) == 0) pos++;
        for (int k = 0; k < 7; k++)
            if (pos >> k & 1) mask[k] |= 1ull << d;
        pos++;
    }
    cudaMemcpyToSymbol(parityMask, mask, sizeof(mask));

    const int n = 4 * 1024 * 1024;
    std::vector<uint64_t> words(n);
    for (int i = 0; i < n; i++) words[i] = 0x9E3779B97F4A7C15ull * (uint64_t)(i + 1);

    uint64_t *dWords;
    uint8_t *dCheck;
    cudaMalloc(&dWords, n * sizeof(uint64_t));
    cudaMalloc(&dCheck, n);
    cudaMemcpy(dWords, words.data(), n * sizeof(uint64_t), cudaMemcpyHostToDevice);
    encode<<<n / 256, 256>>>(dWords, dCheck, n);

    std::vector<uint8_t> check(n);
    cudaMemcpy(check.data(), dCheck, n, cudaMemcpyDeviceToHost);
    printf("check bytes: %02x %02x %02x ... %02x\n", check[0], check[1], check[2], check[n - 1]);
    cudaFree(dWords);
    cudaFree(dCheck);
    return 0;
}
