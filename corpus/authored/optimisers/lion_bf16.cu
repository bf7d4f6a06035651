#include <cuda_bf16.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

// Lion: w -= lr * (sign(b1 m + (1-b1) g) + wd w);  m = b2 m + (1-b2) g
// Weights and gradients are bf16, the momentum stays in float.
#define UNROLL 4
typedef __nv_bfloat16 bf16;

__global__ void lion_kernel(bf16 *w, const bf16 *g, float *m, int n, float lr, float b1, float b2, float wd)
{
    int base = blockIdx.x * blockDim.x * UNROLL + threadIdx.x;

    float wv[UNROLL], gv[UNROLL], mv[UNROLL];
    #pragma unroll
    for (int k = 0; k < UNROLL; k++) {
        int i = base + k * blockDim.x;
        if (i < n) {
            wv[k] = __bfloat162float(w[i]);
            gv[k] = __bfloat162float(g[i]);
            mv[k] = m[i];
        }
    }
    #pragma unroll
    for (int k = 0; k < UNROLL; k++) {
        int i = base + k * blockDim.x;
        if (i < n) {
            float c = b1 * mv[k] + (1.0f - b1) * gv[k];
            float dir = (c > 0.0f) - (c < 0.0f);
            w[i] = __float2bfloat16(wv[k] - lr * (dir + wd * wv[k]));
            m[i] = b2 * mv[k] + (1.0f - b2) * gv[k];
        }
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4000000;
    bf16 *hw = (bf16 *)malloc(n * sizeof(bf16));
    bf16 *hg = (bf16 *)malloc(n * sizeof(bf16));
    for (int i = 0; i < n; i++) {
        hw[i] = __float2bfloat16(0.1f);
        hg[i] = __float2bfloat16((i % 3 - 1) * 0.01f);
    }
    bf16 *w, *g;
    float *m;
    cudaMalloc(&w, n * sizeof(bf16));
    cudaMalloc(&g, n * sizeof(bf16));
    cudaMalloc(&m, n * sizeof(float));
    cudaMemcpy(w, hw, n * sizeof(bf16), cudaMemcpyHostToDevice);
    cudaMemcpy(g, hg, n * sizeof(bf16), cudaMemcpyHostToDevice);
    cudaMemset(m, 0, n * sizeof(float));

    int threads = 128;
    int blocks = (n + threads * UNROLL - 1) / (threads * UNROLL);
    lion_kernel<<<blocks, threads>>>(w, g, m, n, 1e-2f, 0.9f, 0.99f, 0.0f);

    cudaMemcpy(hw, w, n * sizeof(bf16), cudaMemcpyDeviceToHost);
    printf("%f %f %f\n", __bfloat162float(hw[0]), __bfloat162float(hw[1]), __bfloat162float(hw[2]));
    cudaFree(w); cudaFree(g); cudaFree(m);
    free(hw); free(hg);
    return 0;
}
