// Five levels of the orthonormal Haar transform on consecutive groups of 32 samples, wholly
// in registers: after level k the low-pass values sit in lanes that are multiples of 2^k.
// Output of a group: [a5 | d5 | d4 x2 | d3 x4 | d2 x8 | d1 x16].
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void haar32(const float *x, float *y, int n)
{
        const float r = 0.70710678f;
        const unsigned lane = threadIdx.x & 31;
        const int total = gridDim.x * blockDim.x;

        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += total) {
                float v = x[i];
                int slot = 0;
                float res = 0.0f;
#pragma unroll
                for (int k = 0; k < 5; ++k) {
                        const unsigned bit = 1u << k;
                        const float o = __shfl_xor_sync(0xffffffffu, v, bit);
                        const bool active = (lane & (bit - 1)) == 0;
                        const float lo = r * (v + o);
                        const float hi = r * (o - v);       // seen from the odd lane: even - odd
                        if (active && (lane & bit)) {
                                res = hi;
                                slot = (16 >> k) + (lane >> (k + 1));
                        }
                        v = lo;
                }
                if (lane == 0)
                        res = v;
                y[(i & ~31) + slot] = res;
        }
}

int main()
{
        const int n = 4 * 1024 * 1024;
        float *h = (float *)malloc(n * sizeof(float));
        for (int i = 0; i < n; ++i)
                h[i] = (float)((i * 37) & 255) - 128.0f;
        double e0 = 0.0;
        for (int i = 0; i < n; ++i)
                e0 += (double)h[i] * h[i];

        float *d_x, *d_y;
        cudaMalloc(&d_x, n * sizeof(float));
        cudaMalloc(&d_y, n * sizeof(float));
        cudaMemcpy(d_x, h, n * sizeof(float), cudaMemcpyHostToDevice);
        haar32<<<1056, 256>>>(d_x, d_y, n);
        cudaMemcpy(h, d_y, n * sizeof(float), cudaMemcpyDeviceToHost);

        double e1 = 0.0;
        for (int i = 0; i < n; ++i)
                e1 += (double)h[i] * h[i];
        printf("energy before %.6e, after %.6e\n", e0, e1);
        cudaFree(d_x);
        cudaFree(d_y);
        free(h);
        return 0;
}
