#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cuda_runtime.h>

static const int ROWS = 4096;
static const int COLS = 3000;

__inline__ __device__ float warpSum(float v)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, offset);
    return v;
}

/* one warp walks along one row; eight rows per block */
__global__ void gemvWarp(const float *mat, const float *vec, float *res, int rows, int cols)
{
    int lane = threadIdx.x & 31;
    int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    if (row >= rows)
        return;

    const float *p = mat + (size_t)row * cols;
    float s = 0.f;
    for (int j = lane; j < cols; j += 32)
        s += p[j] * __ldg(vec + j);
    s = warpSum(s);
    if (lane == 0)
        res[row] = s;
}

int main(void)
{
    float *mat = new float[(size_t)ROWS * COLS];
    float *vec = new float[COLS];
    float *res = new float[ROWS];
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLS; j++)
            mat[(size_t)i * COLS + j] = ((i + 3 * j) % 19) * 0.1f;
    for (int j = 0; j < COLS; j++)
        vec[j] = (j & 1) ? -1.f : 1.f;

    float *dMat, *dVec, *dRes;
    cudaMalloc(&dMat, sizeof(float) * ROWS * COLS);
    cudaMalloc(&dVec, sizeof(float) * COLS);
    cudaMalloc(&dRes, sizeof(float) * ROWS);
    cudaMemcpy(dMat, mat, sizeof(float) * ROWS * COLS, cudaMemcpyHostToDevice);
    cudaMemcpy(dVec, vec, sizeof(float) * COLS, cudaMemcpyHostToDevice);

    int threads = 256;
    int blocks = (ROWS * 32 + threads - 1) / threads;
    gemvWarp<<<blocks, threads>>>(dMat, dVec, dRes, ROWS, COLS);
    cudaMemcpy(res, dRes, sizeof(float) * ROWS, cudaMemcpyDeviceToHost);

    double worst = 0;
    for (int i = 0; i < ROWS; i += 257) {
        double ref = 0;
        for (int j = 0; j < COLS; j++)
            ref += (double)mat[(size_t)i * COLS + j] * vec[j];
        worst = fmax(worst, fabs(ref - res[i]));
    }
    printf("max difference on sampled rows: %g\n", worst);
    cudaFree(dMat); cudaFree(dVec); cudaFree(dRes);
    delete[] mat; delete[] vec; delete[] res;
    return worst < 1e-2 ? 0 : 1;
}
