#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define BX 32
#define BY 8
#define WIN 2                 /* structure tensor window is (2*WIN+1)^2 */
#define GX (BX + 2 * WIN)     /* tile with gradients */
#define GY (BY + 2 * WIN)

__global__ void harris(const float * __restrict__ img, float * __restrict__ resp,
                       int width, int height, float kappa)
{
    __shared__ float px[GY + 2][GX + 2];
    __shared__ float ix[GY][GX];
    __shared__ float iy[GY][GX];

    int tid = threadIdx.y * BX + threadIdx.x;
    int ox = blockIdx.x * BX - WIN - 1;
    int oy = blockIdx.y * BY - WIN - 1;

    for (int k = tid; k < (GX + 2) * (GY + 2); k += BX * BY) {
        int ty = k / (GX + 2), tx = k % (GX + 2);
        int x = min(max(ox + tx, 0), width - 1);
        int y = min(max(oy + ty, 0), height - 1);
        px[ty][tx] = img[y * width + x];
    }
    __syncthreads();

    for (int k = tid; k < GX * GY; k += BX * BY) {
        int ty = k / GX, tx = k % GX;
        ix[ty][tx] = 0.5f * (px[ty + 1][tx + 2] - px[ty + 1][tx]);
        iy[ty][tx] = 0.5f * (px[ty + 2][tx + 1] - px[ty][tx + 1]);
    }
    __syncthreads();

    int x = blockIdx.x * BX + threadIdx.x;
    int y = blockIdx.y * BY + threadIdx.y;
    if (x < width && y < height) {
        float a = 0, b = 0, c = 0;
        for (int j = 0; j <= 2 * WIN; ++j)
            for (int i = 0; i <= 2 * WIN; ++i) {
                float gx = ix[threadIdx.y + j][threadIdx.x + i];
                float gy = iy[threadIdx.y + j][threadIdx.x + i];
                a += gx * gx;
                b += gx * gy;
                c += gy * gy;
            }
        float trace = a + c;
        resp[y * width + x] = a * c - b * b - kappa * trace * trace;
    }
}

int main()
{
    int width = 1280, height = 960;
    size_t n = width * height;
    float *img = (float*) malloc(n * sizeof *img);
    float *resp = (float*) malloc(n * sizeof *resp);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            img[y * width + x] = ((x / 40) ^ (y / 40)) & 1 ? 1.0f : 0.0f;

    float *d_img, *d_resp;
    cudaMalloc(&d_img, n * sizeof *img);
    cudaMalloc(&d_resp, n * sizeof *resp);
    cudaMemcpy(d_img, img, n * sizeof *img, cudaMemcpyHostToDevice);

    dim3 nThreads(BX, BY);
    dim3 nBlocks((width + BX - 1) / BX, (height + BY - 1) / BY);
    harris<<<nBlocks, nThreads>>>(d_img, d_resp, width, height, 0.04f);
    cudaError_t e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }

    cudaMemcpy(resp, d_resp, n * sizeof *resp, cudaMemcpyDeviceToHost);
    int corners = 0;
    for (size_t i = 0; i < n; ++i) corners += resp[i] > 0.2f;
    printf("pixels with a strong response: %d\n", corners);

    cudaFree(d_img);
    cudaFree(d_resp);
    free(img);
    free(resp);
    return 0;
}
