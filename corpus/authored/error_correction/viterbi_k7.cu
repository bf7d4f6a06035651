// Viterbi decoder, rate 1/2, K = 7 (generators 171, 133 octal). A block of 64 threads decodes one
// frame: thread = state. Decisions of a step are one 64-bit word, collected with two ballots.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

constexpr int STATES = 64;
constexpr int BITS = 512;

__global__ void __launch_bounds__(STATES)
viterbi(const int8_t* __restrict__ soft, uint8_t* __restrict__ decoded)
{
    __shared__ int metric[2][STATES];
    __shared__ uint32_t decision[BITS][2];
    __shared__ int8_t llr[2 * BITS];

    const int s = threadIdx.x;
    const int8_t* frame = soft + blockIdx.x * 2 * BITS;
    for (int i = s; i < 2 * BITS; i += STATES) llr[i] = frame[i];
    metric[0][s] = s == 0 ? 0 : -100000;
    __syncthreads();

    // state s is entered from p and p + 32 by the input bit s & 1 (the newest bit is bit 0)
    const int p0 = s >> 1, p1 = p0 + 32;
    const int reg0 = (p0 << 1) | (s & 1), reg1 = (p1 << 1) | (s & 1);
    const int a0 = __popc(reg0 & 0x4f) & 1 ? -1 : 1, b0 = __popc(reg0 & 0x6d) & 1 ? -1 : 1;
    const int a1 = __popc(reg1 & 0x4f) & 1 ? -1 : 1, b1 = __popc(reg1 & 0x6d) & 1 ? -1 : 1;

    for (int t = 0; t < BITS; ++t) {
        const int x = llr[2 * t], y = llr[2 * t + 1];
        const int m0 = metric[t & 1][p0] + a0 * x + b0 * y;
        const int m1 = metric[t & 1][p1] + a1 * x + b1 * y;
        const bool second = m1 > m0;
        metric[(t + 1) & 1][s] = second ? m1 : m0;
        const unsigned votes = __ballot_sync(0xffffffffu, second);
        if ((s & 31) == 0) decision[t][s >> 5] = votes;
        __syncthreads();
    }

    if (s == 0) {
        int state = 0;                        // frames end with six tail zeros
        for (int t = BITS - 1; t >= 0; --t) {
            decoded[blockIdx.x * BITS + t] = state & 1;
            const unsigned d = (decision[t][state >> 5] >> (state & 31)) & 1;
            state = (state >> 1) | (d << 5);
        }
    }
}

int main()
{
    const int frames = 2000;
    std::vector<int8_t> soft(frames * 2 * BITS);
    for (int i = 0; i < frames * 2 * BITS; ++i) soft[i] = 30 + (i * 13) % 37 - 18;   // noisy all-zero word

    int8_t* dSoft;
    uint8_t* dBits;
    cudaMalloc(&dSoft, soft.size());
    cudaMalloc(&dBits, frames * BITS);
    cudaMemcpy(dSoft, soft.data(), soft.size(), cudaMemcpyHostToDevice);
    viterbi<<<frames, STATES>>>(dSoft, dBits);
    std::vector<uint8_t> bits(frames * BITS);
    cudaMemcpy(bits.data(), dBits, bits.size(), cudaMemcpyDeviceToHost);
    int errors = 0;
    for (uint8_t b : bits) errors += b;
    std::printf("%d bit errors\n", errors);
    return errors != 0;
}
