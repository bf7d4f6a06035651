/*
 * Fused epilogue of a dense layer during training: y = dropout(relu(x + b)).
 * The keep mask is stored as one byte per element for the backward pass.
 */
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define CHECK(call)                                                        \
    do {                                                                   \
        cudaError_t e_ = (call);                                           \
        if (e_ != cudaSuccess) {                                           \
            fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__,              \
                    cudaGetErrorString(e_));                               \
            exit(1);                                                       \
        }                                                                  \
    } while (0)

__device__ __forceinline__ unsigned mix32(unsigned h)
{
    h ^= h >> 16;
    h *= 0x7feb352dU;
    h ^= h >> 15;
    h *= 0x846ca68bU;
    h ^= h >> 16;
    return h;
}

__device__ __forceinline__ float keep_or_drop(float v, unsigned rnd, unsigned threshold,
                                              float scale, unsigned char *m)
{
    unsigned char k = rnd >= threshold;
    *m = k;
    return (k && v > 0.0f) ? v * scale : 0.0f;
}

__global__ void biasReluDropout4(float4 *x, const float4 *bias, uchar4 *mask,
                                 int vecTotal, int vecCols, unsigned threshold,
                                 float scale, unsigned seed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= vecTotal)
        return;

    float4 v = x[i];
    float4 b = bias[i % vecCols];
    uchar4 m;
    unsigned base = seed + 4u * (unsigned)i;

    v.x = keep_or_drop(v.x + b.x, mix32(base), threshold, scale, &m.x);
    v.y = keep_or_drop(v.y + b.y, mix32(base + 1), threshold, scale, &m.y);
    v.z = keep_or_drop(v.z + b.z, mix32(base + 2), threshold, scale, &m.z);
    v.w = keep_or_drop(v.w + b.w, mix32(base + 3), threshold, scale, &m.w);

    x[i] = v;
    mask[i] = m;
}

int main(void)
{
    const int rows = 4096, cols = 1024;
    const int n = rows * cols;
    const float p = 0.1f;

    float *hx = (float *)malloc(n * sizeof(float));
    float hb[1024];
    for (int i = 0; i < n; ++i)
        hx[i] = (float)rand() / RAND_MAX - 0.5f;
    for (int i = 0; i < cols; ++i)
        hb[i] = 0.001f * i;

    float4 *x, *b;
    uchar4 *mask;
    CHECK(cudaMalloc((void **)&x, n * sizeof(float)));
    CHECK(cudaMalloc((void **)&b, cols * sizeof(float)));
    CHECK(cudaMalloc((void **)&mask, n));
    CHECK(cudaMemcpy(x, hx, n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(b, hb, cols * sizeof(float), cudaMemcpyHostToDevice));

    int vecs = n / 4;
    int tpb = 128;
    biasReluDropout4<<<(vecs + tpb - 1) / tpb, tpb>>>(x, b, mask, vecs, cols / 4,
                                                      (unsigned)(p * 4294967295.0),
                                                      1.0f / (1.0f - p), 1234u);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(hx, x, n * sizeof(float), cudaMemcpyDeviceToHost));

    int zeros = 0;
    for (int i = 0; i < n; ++i)
        zeros += hx[i] == 0.0f;
    printf("zeros: %.2f %%\n", 100.0 * zeros / n);

    CHECK(cudaFree(x));
    CHECK(cudaFree(b));
    CHECK(cudaFree(mask));
    free(hx);
    return 0;
}
