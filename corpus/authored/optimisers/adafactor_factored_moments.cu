#include <cuda_runtime.h>
#include <stdio.h>

#define ROWS 2048
#define COLS 1536

/* Adafactor keeps only row means and column means of g*g.
   A block takes 8 rows: the 8 warps reduce one row each with shuffles,
   while the column sums of those rows are added from the same values. */
__global__ void factored_second_moment(const float *__restrict__ g, float *__restrict__ rowMean, float *__restrict__ colSum)
{
    int lane = threadIdx.x;        // 0..31
    int w = threadIdx.y;           // 0..7
    int r = blockIdx.x * 8 + w;
    __shared__ float band[8][33];

    float rs = 0.f;
    for (int c0 = 0; c0 < COLS; c0 += 32)
    {
        float x = g[(size_t)r * COLS + c0 + lane];
        float sq = x * x + 1e-30f;
        rs += sq;

        band[w][lane] = sq;
        __syncthreads();
        if (w == 0)
        {
            float cs = 0.f;
            for (int k = 0; k < 8; k++) cs += band[k][lane];
            atomicAdd(colSum + c0 + lane, cs);
        }
        __syncthreads();
    }

    rs += __shfl_xor_sync(0xffffffff, rs, 16);
    rs += __shfl_xor_sync(0xffffffff, rs, 8);
    rs += __shfl_xor_sync(0xffffffff, rs, 4);
    rs += __shfl_xor_sync(0xffffffff, rs, 2);
    rs += __shfl_xor_sync(0xffffffff, rs, 1);
    if (lane == 0)
        rowMean[r] = rs / COLS;
}

static float grad[ROWS * COLS];

int main()
{
    unsigned s = 5;
    for (int i = 0; i < ROWS * COLS; i++) {
        s = s * 1664525u + 1013904223u;
        grad[i] = ((s >> 9) & 0xffff) / 65536.0f - 0.5f;
    }

    float *dG, *dR, *dC;
    cudaMalloc(&dG, sizeof(grad));
    cudaMalloc(&dR, ROWS * sizeof(float));
    cudaMalloc(&dC, COLS * sizeof(float));
    cudaMemcpy(dG, grad, sizeof(grad), cudaMemcpyHostToDevice);
    cudaMemset(dC, 0, COLS * sizeof(float));

    factored_second_moment<<<ROWS / 8, dim3(32, 8)>>>(dG, dR, dC);

    float rows[ROWS], cols[COLS];
    cudaMemcpy(rows, dR, sizeof(rows), cudaMemcpyDeviceToHost);
    cudaMemcpy(cols, dC, sizeof(cols), cudaMemcpyDeviceToHost);
    double a = 0, b = 0;
    for (int i = 0; i < ROWS; i++) a += rows[i] * COLS;
    for (int i = 0; i < COLS; i++) b += cols[i];
    printf("total by rows %.2f, by columns %.2f\n", a, b);
    cudaFree(dG); cudaFree(dR); cudaFree(dC);
    return 0;
}
