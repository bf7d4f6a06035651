#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

// Lattice Boltzmann with populations stored in half precision as deviations from the weights
// (keeps the mantissa for what matters); arithmetic is in float. One thread, two nodes in x.
// y neighbours are pulled, x neighbours are assembled from the two packed words.

#define CUDA(x) if ((x) != cudaSuccess) { printf("cuda error line %d\n", __LINE__); return 1; }

const int NX = 2048, NX2 = NX / 2, NY = 1024;

__device__ __forceinline__ float2 pull(const __half2 *f, int x, int row, int cx)
{
    const __half2 *r = f + (size_t)row * NX2;
    if (cx == 0) return __half22float2(r[x]);
    if (cx > 0)  return make_float2(__high2float(r[(x + NX2 - 1) % NX2]), __low2float(r[x]));
    return make_float2(__high2float(r[x]), __low2float(r[(x + 1) % NX2]));
}

__device__ __forceinline__ void bgk(float *g, float om)
{
    const float W0 = 4.f / 9, W1 = 1.f / 9, W2 = 1.f / 36;
    float d = g[0] + g[1] + g[2] + g[3] + g[4] + g[5] + g[6] + g[7] + g[8];      // rho - 1
    float u = (g[1] - g[3] + g[5] - g[6] - g[7] + g[8]) / (1.f + d);
    float v = (g[2] - g[4] + g[5] + g[6] - g[7] - g[8]) / (1.f + d);
    float uu = -1.5f * (u * u + v * v);
    const float cu[9] = {0.f, u, v, -u, -v, u + v, v - u, -u - v, u - v};
#pragma unroll
    for (int q = 0; q < 9; q++) {
        float w = q == 0 ? W0 : q < 5 ? W1 : W2;
        float eq = w * (d + (1.f + d) * (3.f * cu[q] + 4.5f * cu[q] * cu[q] + uu));
        g[q] += om * (eq - g[q]);
    }
}

__global__ void step(const __half2 *__restrict__ in, __half2 *__restrict__ out, float om)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    int ys = y == 0 ? NY - 1 : y - 1, yn = y == NY - 1 ? 0 : y + 1;
    const size_t P = (size_t)NX2 * NY;
    const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
    const int row[9] = {y, y, ys, y, yn, ys, ys, yn, yn};

    float a[9], b[9];
#pragma unroll
    for (int q = 0; q < 9; q++) {
        float2 p = pull(in + q * P, x, row[q], cx[q]);
        a[q] = p.x;
        b[q] = p.y;
    }
    bgk(a, om);
    bgk(b, om);
#pragma unroll
    for (int q = 0; q < 9; q++)
        out[q * P + (size_t)y * NX2 + x] = __floats2half2_rn(a[q], b[q]);
}

int main()
{
    size_t n = 9ul * NX * NY;
    __half *h = (__half *)malloc(n * sizeof(__half));
    for (size_t i = 0; i < n; i++) h[i] = __float2half(0.001f * (float)(i % 11));
    __half2 *a, *b;
    CUDA(cudaMalloc(&a, n * sizeof(__half)));
    CUDA(cudaMalloc(&b, n * sizeof(__half)));
    CUDA(cudaMemcpy(a, h, n * sizeof(__half), cudaMemcpyHostToDevice));
    for (int t = 0; t < 8; t++) {
        step<<<dim3(NX2 / 128, NY), 128>>>(a, b, 1.3f);
        __half2 *s = a; a = b; b = s;
    }
    CUDA(cudaMemcpy(h, a, n * sizeof(__half), cudaMemcpyDeviceToHost));
    printf("g[0] %f g[last] %f\n", __half2float(h[0]), __half2float(h[n - 1]));
    cudaFree(a); cudaFree(b); free(h);
    return 0;
}
