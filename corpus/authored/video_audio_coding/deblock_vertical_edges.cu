#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

// In-loop deblocking of the vertical edges of an 8x8 block grid, luma only.
// One thread per (edge, line): reads three pixels on either side, changes up to two.

#define W 1920
#define H 1088

__device__ int clip3(int lo, int hi, int v)
{
    return v < lo ? lo : (v > hi ? hi : v);
}

__global__ void deblock_v(unsigned char *luma, const unsigned char *bs, int alpha, int beta, const int *tc0)
{
    int edge = blockIdx.x * blockDim.x + threadIdx.x + 1;   // edge 0 is the picture border
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (edge >= W / 8 || y >= H) return;

    int strength = bs[(y / 8) * (W / 8) + edge];
    if (strength == 0) return;

    unsigned char *q = luma + y * W + edge * 8;
    int p0 = q[-1], p1 = q[-2], p2 = q[-3];
    int q0 = q[0], q1 = q[1], q2 = q[2];
    if (abs(p0 - q0) >= alpha || abs(p1 - p0) >= beta || abs(q1 - q0) >= beta) return;

    if (strength < 4) {
        int tc = tc0[strength];
        if (abs(p2 - p0) < beta) {
            q[-2] = p1 + clip3(-tc, tc, (p2 + ((p0 + q0 + 1) >> 1) - 2 * p1) >> 1);
            tc++;
        }
        if (abs(q2 - q0) < beta) {
            q[1] = q1 + clip3(-tc0[strength], tc0[strength], (q2 + ((p0 + q0 + 1) >> 1) - 2 * q1) >> 1);
            tc++;
        }
        int delta = clip3(-tc, tc, (((q0 - p0) * 4) + (p1 - q1) + 4) >> 3);
        q[-1] = clip3(0, 255, p0 + delta);
        q[0] = clip3(0, 255, q0 - delta);
    } else {
        q[-1] = (2 * p1 + p0 + q1 + 2) >> 2;
        q[0] = (2 * q1 + q0 + p1 + 2) >> 2;
    }
}

int main()
{
    const int nBlocks = (W / 8) * (H / 8);
    unsigned char *pic = (unsigned char *)malloc(W * H);
    unsigned char *bs = (unsigned char *)malloc(nBlocks);
    for (int i = 0; i < W * H; i++)
        pic[i] = 100 + ((i % W) / 8) % 3 * 4 + ((i / W) / 8) % 2 * 3;    // blocky
    for (int i = 0; i < nBlocks; i++)
        bs[i] = i % 5;
    int tc[4] = { 0, 1, 1, 2 };

    unsigned char *dPic, *dBs;
    int *dTc;
    cudaMalloc(&dPic, W * H);
    cudaMalloc(&dBs, nBlocks);
    cudaMalloc(&dTc, sizeof(tc));
    cudaMemcpy(dPic, pic, W * H, cudaMemcpyHostToDevice);
    cudaMemcpy(dBs, bs, nBlocks, cudaMemcpyHostToDevice);
    cudaMemcpy(dTc, tc, sizeof(tc), cudaMemcpyHostToDevice);

    dim3 threads(8, 32);
    dim3 blocks((W / 8 + 7) / 8, H / 32);
    deblock_v<<<blocks, threads>>>(dPic, dBs, 15, 6, dTc);

    cudaMemcpy(pic, dPic, W * H, cudaMemcpyDeviceToHost);
    printf("around the first edge: %d %d | %d %d\n", pic[6], pic[7], pic[8], pic[9]);
    cudaFree(dPic);
    cudaFree(dBs);
    cudaFree(dTc);
    free(pic);
    free(bs);
    return 0;
}
