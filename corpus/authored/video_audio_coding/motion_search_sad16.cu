#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

/* Full search block matching: 16x16 macroblocks, vectors within +-8 pixels.
   One warp per candidate vector; __vsadu4 sums four byte differences per instruction. */

#define FRAME_W 1280
#define FRAME_H 720
#define MB 16
#define RANGE 8
#define NVEC (2 * RANGE + 1)

__global__ void full_search(const unsigned char *cur, const unsigned char *ref, unsigned *best)
{
    __shared__ unsigned mb_words[MB * 4];           /* the macroblock as words */
    __shared__ unsigned champion[8];

    int mbx = blockIdx.x * MB, mby = blockIdx.y * MB;
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;

    if (threadIdx.x < MB * 4) {
        int r = threadIdx.x >> 2, c = (threadIdx.x & 3) * 4;
        mb_words[threadIdx.x] = *(const unsigned *)(cur + (mby + r) * FRAME_W + mbx + c);
    }
    __syncthreads();

    unsigned mine = 0xffffffffu;
    /* eight warps take the candidates in turn; every lane sums half a row of the block */
    for (int cand = warp; cand < NVEC * NVEC; cand += 8) {
        int vx = cand % NVEC - RANGE, vy = cand / NVEC - RANGE;
        int x = mbx + vx, y = mby + vy;
        if (x < 0 || y < 0 || x + MB > FRAME_W || y + MB > FRAME_H)
            continue;
        const unsigned char *p = ref + (y + (lane >> 1)) * FRAME_W + x + (lane & 1) * 8;
        unsigned w0 = p[0] | p[1] << 8 | p[2] << 16 | (unsigned)p[3] << 24;
        unsigned w1 = p[4] | p[5] << 8 | p[6] << 16 | (unsigned)p[7] << 24;
        unsigned sad = __vsadu4(w0, mb_words[lane * 2]) + __vsadu4(w1, mb_words[lane * 2 + 1]);
        for (int o = 16; o; o >>= 1)
            sad += __shfl_xor_sync(0xffffffffu, sad, o);
        unsigned key = sad << 12 | cand;            /* sad < 65536, cand < 289 */
        mine = min(mine, key);
    }
    if (lane == 0)
        champion[warp] = mine;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; w++)
            mine = min(mine, champion[w]);
        best[blockIdx.y * gridDim.x + blockIdx.x] = mine;
    }
}

int main()
{
    unsigned char *prev = (unsigned char *)malloc(FRAME_W * FRAME_H);
    unsigned char *now = (unsigned char *)malloc(FRAME_W * FRAME_H);
    for (int y = 0; y < FRAME_H; y++)
        for (int x = 0; x < FRAME_W; x++) {
            prev[y * FRAME_W + x] = (unsigned char)((x * x + 3 * y * y + x * y) >> 5);
            int xs = x + 3, ys = y - 2;             /* panned by (3,-2) */
            now[y * FRAME_W + x] = (unsigned char)((xs * xs + 3 * ys * ys + xs * ys) >> 5);
        }

    unsigned char *d_prev, *d_now;
    unsigned *d_best;
    const int nx = FRAME_W / MB, ny = FRAME_H / MB;
    cudaMalloc((void **)&d_prev, FRAME_W * FRAME_H);
    cudaMalloc((void **)&d_now, FRAME_W * FRAME_H);
    cudaMalloc((void **)&d_best, nx * ny * sizeof(unsigned));
    cudaMemcpy(d_prev, prev, FRAME_W * FRAME_H, cudaMemcpyHostToDevice);
    cudaMemcpy(d_now, now, FRAME_W * FRAME_H, cudaMemcpyHostToDevice);

    full_search<<<dim3(nx, ny), 256>>>(d_now, d_prev, d_best);

    unsigned *best = (unsigned *)malloc(nx * ny * sizeof(unsigned));
    cudaMemcpy(best, d_best, nx * ny * sizeof(unsigned), cudaMemcpyDeviceToHost);
    unsigned b = best[ny / 2 * nx + nx / 2];
    printf("middle block: vector (%d,%d), sad %u\n", (int)((b & 4095) % NVEC) - RANGE,
           (int)((b & 4095) / NVEC) - RANGE, b >> 12);
    cudaFree(d_prev); cudaFree(d_now); cudaFree(d_best);
    free(prev); free(now); free(best);
    return 0;
}
