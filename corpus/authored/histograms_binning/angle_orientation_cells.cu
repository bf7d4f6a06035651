#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define W 1280
#define H 720
#define CELL 8
#define NORI 9
#define PI_F 3.14159265f

// Orientation histograms of 8x8 cells (unsigned gradients, 9 bins, votes split
// between the two nearest bins). One block of 64 threads is one cell.
__global__ void cellHistograms(const float *img, float *hist)
{
    __shared__ float bins[NORI];
    int tid = threadIdx.y * CELL + threadIdx.x;
    if (tid < NORI)
        bins[tid] = 0.0f;
    __syncthreads();

    int x = blockIdx.x * CELL + threadIdx.x;
    int y = blockIdx.y * CELL + threadIdx.y;
    int xl = max(x - 1, 0), xr = min(x + 1, W - 1);
    int yu = max(y - 1, 0), yd = min(y + 1, H - 1);

    float gx = img[y * W + xr] - img[y * W + xl];
    float gy = img[yd * W + x] - img[yu * W + x];
    float mag = sqrtf(gx * gx + gy * gy);
    float ang = atan2f(gy, gx);
    if (ang < 0.0f) ang += PI_F;

    float pos = ang * (NORI / PI_F) - 0.5f;
    int b0 = (int)floorf(pos);
    float frac = pos - b0;
    atomicAdd(&bins[(b0 + NORI) % NORI], mag * (1.0f - frac));
    atomicAdd(&bins[(b0 + 1 + NORI) % NORI], mag * frac);
    __syncthreads();

    if (tid < NORI)
        hist[(blockIdx.y * gridDim.x + blockIdx.x) * NORI + tid] = bins[tid];
}

int main()
{
    float *img = (float *)malloc(W * H * sizeof(float));
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            img[y * W + x] = (float)((x * x / 50 + y * 3) % 256);

    int nCells = (W / CELL) * (H / CELL);
    float *dImg, *dHist;
    cudaMalloc(&dImg, W * H * sizeof(float));
    cudaMalloc(&dHist, nCells * NORI * sizeof(float));
    cudaMemcpy(dImg, img, W * H * sizeof(float), cudaMemcpyHostToDevice);

    cellHistograms<<<dim3(W / CELL, H / CELL), dim3(CELL, CELL)>>>(dImg, dHist);

    float first[NORI];
    cudaMemcpy(first, dHist, sizeof(first), cudaMemcpyDeviceToHost);
    for (int b = 0; b < NORI; b++)
        printf("%6.1f", first[b]);
    printf("\n");
    cudaFree(dImg);
    cudaFree(dHist);
    free(img);
    return 0;
}
