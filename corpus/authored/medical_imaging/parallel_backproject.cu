#include <cuda_runtime.h>
#include <cstdio>
#include <cmath>
#include <cstdlib>

// Backprojection step of filtered backprojection, parallel beam.
// sinogram: [view][detector], already ramp filtered.

#define N 512
#define VIEWS 180
#define DETS 736

__constant__ float cosTab[VIEWS];
__constant__ float sinTab[VIEWS];

__global__ void backproject(const float *sino, float *image)
{
    int ix = blockIdx.x * blockDim.x + threadIdx.x;
    int iy = blockIdx.y * blockDim.y + threadIdx.y;
    float x = ix - 0.5f * (N - 1);
    float y = iy - 0.5f * (N - 1);

    float sum = 0.0f;
    for (int v = 0; v < VIEWS; v++)
    {
        float s = x * cosTab[v] + y * sinTab[v] + 0.5f * (DETS - 1);
        int i = (int)s;
        float f = s - i;
        if (i >= 0 && i < DETS - 1)
            sum += (1.0f - f) * sino[v * DETS + i] + f * sino[v * DETS + i + 1];
    }
    image[iy * N + ix] = sum * (3.14159265f / VIEWS);
}

int main()
{
    float c[VIEWS], s[VIEWS];
    for (int v = 0; v < VIEWS; v++)
    {
        c[v] = cosf(3.14159265f * v / VIEWS);
        s[v] = sinf(3.14159265f * v / VIEWS);
    }
    cudaMemcpyToSymbol(cosTab, c, sizeof(c));
    cudaMemcpyToSymbol(sinTab, s, sizeof(s));

    float *sino = (float *)malloc(VIEWS * DETS * sizeof(float));
    for (int v = 0; v < VIEWS; v++)
        for (int d = 0; d < DETS; d++)
        {
            float t = (d - 0.5f * (DETS - 1)) / 120.0f;          // projection of a disc
            sino[v * DETS + d] = t * t < 1.0f ? 240.0f * sqrtf(1.0f - t * t) : 0.0f;
        }

    float *dSino, *dImage;
    cudaMalloc(&dSino, VIEWS * DETS * sizeof(float));
    cudaMalloc(&dImage, N * N * sizeof(float));
    cudaMemcpy(dSino, sino, VIEWS * DETS * sizeof(float), cudaMemcpyHostToDevice);

    dim3 block(16, 16);
    dim3 grid(N / 16, N / 16);
    backproject<<<grid, block>>>(dSino, dImage);

    float *img = (float *)malloc(N * N * sizeof(float));
    cudaMemcpy(img, dImage, N * N * sizeof(float), cudaMemcpyDeviceToHost);
    printf("centre %.2f, corner %.2f\n", img[N / 2 * N + N / 2], img[0]);
    cudaFree(dSino);
    cudaFree(dImage);
    free(sino);
    free(img);
}
