#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

// Local alignment score, linear gaps. One warp per pair: lane l owns query rows
// l*ROWS .. l*ROWS+ROWS-1 and the wavefront moves through the target one column a step,
// the lower edge of a lane's strip being passed on with a shuffle.
#define QLEN 128
#define TLEN 400
#define ROWS (QLEN / 32)
#define PAIRS 8192

__global__ void __launch_bounds__(128) align(const uint8_t *__restrict__ q, const uint8_t *__restrict__ t,
                                             int *__restrict__ score)
{
    const int lane = threadIdx.x & 31;
    const int pair = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    const uint8_t *query = q + pair * QLEN;
    const uint8_t *target = t + pair * TLEN;

    uint8_t mine[ROWS];
    int left[ROWS];
    #pragma unroll
    for (int r = 0; r < ROWS; ++r) {
        mine[r] = query[lane * ROWS + r];
        left[r] = 0;
    }

    int best = 0, diagIn = 0, bottom = 0;
    for (int step = 0; step < TLEN + 31; ++step) {
        int fromAbove = __shfl_up_sync(0xffffffffu, bottom, 1);
        if (lane == 0) fromAbove = 0;
        const int col = step - lane;
        if (col >= 0 && col < TLEN) {
            const uint8_t base = target[col];
            int diag = diagIn, up = fromAbove;
            #pragma unroll
            for (int r = 0; r < ROWS; ++r) {
                int h = diag + (mine[r] == base ? 2 : -3);
                h = max(h, max(up, left[r]) - 5);
                h = max(h, 0);
                diag = left[r];
                left[r] = h;
                up = h;
                best = max(best, h);
            }
            bottom = up;
            diagIn = fromAbove;
        }
    }
    for (int o = 16; o > 0; o >>= 1) best = max(best, __shfl_xor_sync(0xffffffffu, best, o));
    if (lane == 0) score[pair] = best;
}

int main()
{
    uint8_t *q = (uint8_t *)malloc(PAIRS * QLEN), *t = (uint8_t *)malloc(PAIRS * TLEN);
    srand(3);
    for (int i = 0; i < PAIRS * TLEN; ++i) t[i] = rand() % 4;
    for (int p = 0; p < PAIRS; ++p)
        for (int i = 0; i < QLEN; ++i)
            q[p * QLEN + i] = rand() % 10 ? t[p * TLEN + 100 + i] : rand() % 4;

    uint8_t *dq, *dt;
    int *ds, *s = (int *)malloc(PAIRS * sizeof(int));
    cudaMalloc(&dq, PAIRS * QLEN);
    cudaMalloc(&dt, PAIRS * TLEN);
    cudaMalloc(&ds, PAIRS * sizeof(int));
    cudaMemcpy(dq, q, PAIRS * QLEN, cudaMemcpyHostToDevice);
    cudaMemcpy(dt, t, PAIRS * TLEN, cudaMemcpyHostToDevice);
    align<<<PAIRS / 4, 128>>>(dq, dt, ds);
    cudaMemcpy(s, ds, PAIRS * sizeof(int), cudaMemcpyDeviceToHost);

    double mean = 0;
    for (int p = 0; p < PAIRS; ++p) mean += s[p];
    printf("mean score %.2f of %d\n", mean / PAIRS, 2 * QLEN);
    return 0;
}
