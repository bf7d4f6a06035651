#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define ROW 256
#define PER_LANE (ROW / 32)

// Fast Walsh-Hadamard transform of rows of 256, a warp per row. Element
// lane + 32*j lives in v[j]: strides below 32 are shuffles, the others stay
// within the lane's registers.
__global__ void fwht256(float *rows, int nRows)
{
        int lane = threadIdx.x;
        int row = blockIdx.x * blockDim.y + threadIdx.y;
        if (row >= nRows)
                return;
        float *p = rows + (size_t)row * ROW;

        float v[PER_LANE];
        #pragma unroll
        for (int j = 0; j < PER_LANE; j++)
                v[j] = p[lane + 32 * j];

        #pragma unroll
        for (int m = 1; m < 32; m <<= 1) {
                #pragma unroll
                for (int j = 0; j < PER_LANE; j++) {
                        float o = __shfl_xor_sync(0xffffffff, v[j], m);
                        v[j] = (lane & m) ? o - v[j] : o + v[j];
                }
        }
        #pragma unroll
        for (int m = 1; m < PER_LANE; m <<= 1) {
                #pragma unroll
                for (int j = 0; j < PER_LANE; j++)
                        if ((j & m) == 0) {
                                float a = v[j], b = v[j + m];
                                v[j] = a + b;
                                v[j + m] = a - b;
                        }
        }

        #pragma unroll
        for (int j = 0; j < PER_LANE; j++)
                p[lane + 32 * j] = v[j] * (1.0f / 16.0f);     // orthonormal
}

int main(int argc, char **argv)
{
        int nRows = argc > 1 ? atoi(argv[1]) : 30000;
        size_t bytes = (size_t)nRows * ROW * sizeof(float);
        float *h = (float *)malloc(bytes), *d;

        for (int i = 0; i < nRows * ROW; i++)
                h[i] = (i % ROW) == 0 ? 16.0f : 0.0f;

        cudaMalloc((void **)&d, bytes);
        cudaMemcpy(d, h, bytes, cudaMemcpyHostToDevice);
        fwht256<<<(nRows + 3) / 4, dim3(32, 4)>>>(d, nRows);
        cudaMemcpy(h, d, bytes, cudaMemcpyDeviceToHost);

        // the transform of an impulse is flat
        int wrong = 0;
        for (int i = 0; i < nRows * ROW; i++)
                if (h[i] != 1.0f)
                        wrong++;
        printf("%d wrong\n", wrong);
        cudaFree(d);
        free(h);
        return 0;
}
