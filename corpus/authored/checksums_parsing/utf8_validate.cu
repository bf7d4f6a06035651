#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

// UTF-8 validation: every byte checks that it stands where the three bytes before it say.
// Shared tile with a halo of 3 bytes in front and 1 behind. Surrogates and overlong forms
// are caught at the second byte of a sequence.
constexpr int BLOCK = 512;
constexpr int HALO = 3;

__device__ __forceinline__ int expectedLength(uint8_t lead)
{
    if (lead < 0x80) return 1;
    if (lead < 0xC2) return 0;                 // continuation or overlong
    if (lead < 0xE0) return 2;
    if (lead < 0xF0) return 3;
    return lead < 0xF5 ? 4 : 0;
}

__global__ void validate(const uint8_t* __restrict__ text, int n, int* __restrict__ firstError)
{
    __shared__ uint8_t s[BLOCK + HALO];
    const int base = blockIdx.x * BLOCK;
    for (int i = threadIdx.x; i < BLOCK + HALO; i += BLOCK) {
        const int g = base + i - HALO;
        s[i] = (g >= 0 && g < n) ? text[g] : 0;
    }
    __syncthreads();

    const int pos = base + threadIdx.x;
    if (pos >= n) return;
    const int k = threadIdx.x + HALO;
    const uint8_t c = s[k];
    const bool isCont = (c & 0xC0) == 0x80;
    const bool wanted = expectedLength(s[k - 1]) >= 2 || expectedLength(s[k - 2]) >= 3 || expectedLength(s[k - 3]) >= 4;
    bool ok = isCont == wanted;
    if (!isCont && expectedLength(c) == 0) ok = false;
    if (isCont) {
        const uint8_t lead = s[k - 1];
        if (lead == 0xE0 && c < 0xA0) ok = false;
        if (lead == 0xED && c > 0x9F) ok = false;
        if (lead == 0xF0 && c < 0x90) ok = false;
        if (lead == 0xF4 && c > 0x8F) ok = false;
    }
    if (!ok) atomicMin(firstError, pos);
}

int main()
{
    const int n = 12000000;
    std::vector<uint8_t> text(n);
    // "ab" + two-byte + three-byte + four-byte sequence + newline, twelve bytes a group
    const uint8_t group[12] = {'a', 'b', 0xC3, 0xA9, 0xE2, 0x82, 0xAC, 0xF0, 0x9F, 0x98, 0x80, '\n'};
    for (int i = 0; i < n; ++i) text[i] = group[i % 12];

    uint8_t* dText;
    int *dError, none = 0x7fffffff;
    cudaMalloc(&dText, n);
    cudaMalloc(&dError, sizeof(int));
    cudaMemcpy(dText, text.data(), n, cudaMemcpyHostToDevice);
    cudaMemcpy(dError, &none, sizeof(int), cudaMemcpyHostToDevice);
    validate<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(dText, n, dError);
    int error;
    cudaMemcpy(&error, dError, sizeof(int), cudaMemcpyDeviceToHost);
    if (error == none) std::puts("valid UTF-8");
    else std::printf("invalid sequence at byte %d\n", error);
}
