#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// Audio residuals: a warp looks at a block of 576 samples and finds the Rice parameter k
// (0..14) with the smallest encoded size: sum(1 + k + (u >> k)).
constexpr int SAMPLES = 576;
constexpr int PER_LANE = SAMPLES / 32;
constexpr unsigned FULL = 0xffffffffu;

__global__ void pickRice(const short *__restrict__ residual, unsigned char *__restrict__ bestK,
                         unsigned *__restrict__ bestBits, int blocks)
{
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const int lane = threadIdx.x % 32;
    if (warp >= blocks) return;

    unsigned u[PER_LANE];
#pragma unroll
    for (int i = 0; i < PER_LANE; i++) {
        int r = residual[warp * SAMPLES + i * 32 + lane];
        u[i] = (unsigned)((r << 1) ^ (r >> 31));
    }

    unsigned bits = 0xffffffffu;
    int best = 0;
    for (int k = 0; k < 15; k++) {
        unsigned sum = 0;
#pragma unroll
        for (int i = 0; i < PER_LANE; i++) sum += u[i] >> k;
        sum = __reduce_add_sync(FULL, sum) + SAMPLES * (k + 1);
        if (sum < bits) {
            bits = sum;
            best = k;
        }
    }
    if (lane == 0) {
        bestK[warp] = best;
        bestBits[warp] = bits;
    }
}

int main()
{
    const int blocks = 20000;
    std::vector<short> res(blocks * SAMPLES);
    unsigned rng = 1;
    for (int b = 0; b < blocks; b++)
        for (int i = 0; i < SAMPLES; i++) {
            rng = rng * 69069u + 1u;
            int scale = 4 << (b % 9);
            res[b * SAMPLES + i] = (short)((int)(rng >> 16) % scale - scale / 2);
        }

    short *dRes;
    unsigned char *dK;
    unsigned *dBits;
    cudaMalloc(&dRes, res.size() * sizeof(short));
    cudaMalloc(&dK, blocks);
    cudaMalloc(&dBits, blocks * sizeof(unsigned));
    cudaMemcpy(dRes, res.data(), res.size() * sizeof(short), cudaMemcpyHostToDevice);

    pickRice<<<(blocks * 32 + 191) / 192, 192>>>(dRes, dK, dBits, blocks);

    std::vector<unsigned> bits(blocks);
    cudaMemcpy(bits.data(), dBits, blocks * sizeof(unsigned), cudaMemcpyDeviceToHost);
    unsigned long long sum = 0;
    for (unsigned b : bits) sum += b;
    printf("%.3f bits per sample\n", (double)sum / res.size());
    return 0;
}
