// Gallager's bit-flipping decoder on a (3,6)-regular parity check matrix, many frames at once:
// bit b of a word belongs to frame b of a group of 32.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

constexpr int N = 12288;            // code bits
constexpr int M = N / 2;            // checks
constexpr int DV = 3, DC = 6;
constexpr int GROUPS = 24;          // 768 frames

// pass 1: syndrome words, and a counter of unsatisfied checks
__global__ void checkNodes(const uint32_t* __restrict__ bits, const int* __restrict__ checkToBit,
                           uint32_t* __restrict__ syndrome, unsigned* unsatisfied)
{
    const int c = blockIdx.x * blockDim.x + threadIdx.x;
    const int g = blockIdx.y;
    uint32_t s = 0;
    for (int k = 0; k < DC; ++k) s ^= bits[g * N + checkToBit[k * M + c]];
    syndrome[g * M + c] = s;
    int bad = __popc(s);
    for (int d = 16; d; d >>= 1) bad += __shfl_xor_sync(0xffffffffu, bad, d);
    if ((threadIdx.x & 31) == 0 && bad) atomicAdd(unsatisfied, (unsigned)bad);
}

// pass 2: a bit flips when at least two of its three checks fail
__global__ void bitNodes(uint32_t* __restrict__ bits, const int* __restrict__ bitToCheck,
                         const uint32_t* __restrict__ syndrome)
{
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    const int g = blockIdx.y;
    const uint32_t a = syndrome[g * M + bitToCheck[v]];
    const uint32_t b = syndrome[g * M + bitToCheck[N + v]];
    const uint32_t c = syndrome[g * M + bitToCheck[2 * N + v]];
    bits[g * N + v] ^= (a & b) | (a & c) | (b & c);
}

int main()
{
    // edge e joins bit e % N with check perm(e) / DC, perm(e) = e * 10007 mod 3N (a bijection)
    const int E = DV * N;
    std::vector<int> bitToCheck(E), checkToBit(E);
    for (int e = 0; e < E; ++e) bitToCheck[e] = (int)((long long)e * 10007 % E) / DC;
    // and backwards with the inverse of 10007
    for (int i = 0; i < E; ++i) {
        const long long slot = (i % M) * DC + i / M;
        checkToBit[i] = (int)(slot * 12455 % E) % N;
    }
    std::vector<uint32_t> bits(GROUPS * N);
    for (int i = 0; i < GROUPS * N; ++i) bits[i] = (i * 37) % 101 == 0 ? 1u << (i % 32) : 0u;

    uint32_t *dBits, *dSyn;
    int *dB2C, *dC2B;
    unsigned* dBad;
    cudaMalloc(&dBits, bits.size() * 4);
    cudaMalloc(&dSyn, GROUPS * M * 4);
    cudaMalloc(&dB2C, E * sizeof(int));
    cudaMalloc(&dC2B, E * sizeof(int));
    cudaMalloc(&dBad, sizeof(unsigned));
    cudaMemcpy(dBits, bits.data(), bits.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dB2C, bitToCheck.data(), E * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dC2B, checkToBit.data(), E * sizeof(int), cudaMemcpyHostToDevice);

    for (int it = 0; it < 8; ++it) {
        cudaMemset(dBad, 0, sizeof(unsigned));
        checkNodes<<<dim3(M / 256, GROUPS), 256>>>(dBits, dC2B, dSyn, dBad);
        bitNodes<<<dim3(N / 256, GROUPS), 256>>>(dBits, dB2C, dSyn);
    }
    unsigned bad;
    cudaMemcpy(&bad, dBad, sizeof bad, cudaMemcpyDeviceToHost);
    std::printf("%u unsatisfied checks in the last iteration\n", bad);
}
