#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cmath>

// Blockwise attention: a block handles 64 queries of one head, keys and values
// pass through shared memory in tiles of 32. Every thread owns one query row,
// its accumulator lives in registers.
constexpr int D = 64;
constexpr int BQ = 64;
constexpr int BK = 32;

__global__ void __launch_bounds__(BQ)
flash_fwd(const float* __restrict__ Q, const float* __restrict__ K,
          const float* __restrict__ V, float* __restrict__ O,
          float* __restrict__ L, int seq, float scale)
{
    __shared__ float Ks[BK][D];
    __shared__ float Vs[BK][D];

    const int head = blockIdx.y;
    const int qi = blockIdx.x * BQ + threadIdx.x;
    const size_t hoff = (size_t)head * seq * D;

    float q[D], acc[D];
    const float4* qrow = reinterpret_cast<const float4*>(Q + hoff + (size_t)qi * D);
#pragma unroll
    for (int d = 0; d < D / 4; ++d) {
        float4 t = qrow[d];
        q[4 * d + 0] = t.x * scale;
        q[4 * d + 1] = t.y * scale;
        q[4 * d + 2] = t.z * scale;
        q[4 * d + 3] = t.w * scale;
    }
#pragma unroll
    for (int d = 0; d < D; ++d) acc[d] = 0.f;
    float m = -1e30f, l = 0.f;

    for (int k0 = 0; k0 < seq; k0 += BK) {
        __syncthreads();
        const float4* ksrc = reinterpret_cast<const float4*>(K + hoff + (size_t)k0 * D);
        const float4* vsrc = reinterpret_cast<const float4*>(V + hoff + (size_t)k0 * D);
        float4* kdst = reinterpret_cast<float4*>(&Ks[0][0]);
        float4* vdst = reinterpret_cast<float4*>(&Vs[0][0]);
        for (int i = threadIdx.x; i < BK * D / 4; i += BQ) {
            kdst[i] = ksrc[i];
            vdst[i] = vsrc[i];
        }
        __syncthreads();

        for (int j = 0; j < BK; ++j) {
            float s = 0.f;
#pragma unroll
            for (int d = 0; d < D; ++d) s = fmaf(q[d], Ks[j][d], s);
            const float mNew = fmaxf(m, s);
            const float corr = __expf(m - mNew);
            const float p = __expf(s - mNew);
            l = l * corr + p;
#pragma unroll
            for (int d = 0; d < D; ++d) acc[d] = fmaf(acc[d], corr, p * Vs[j][d]);
            m = mNew;
        }
    }

    const float inv = 1.f / l;
    float4* orow = reinterpret_cast<float4*>(O + hoff + (size_t)qi * D);
#pragma unroll
    for (int d = 0; d < D / 4; ++d)
        orow[d] = make_float4(acc[4 * d] * inv, acc[4 * d + 1] * inv,
                              acc[4 * d + 2] * inv, acc[4 * d + 3] * inv);
    L[head * seq + qi] = m + logf(l);
}

int main()
{
    const int heads = 8, seq = 512;
    const size_t n = (size_t)heads * seq * D;
    float* h = (float*)malloc(3 * n * sizeof(float));
    for (size_t i = 0; i < 3 * n; ++i) h[i] = (float)rand() / RAND_MAX * 2.f - 1.f;

    float *qkv, *o, *lse;
    cudaMalloc(&qkv, 3 * n * sizeof(float));
    cudaMalloc(&o, n * sizeof(float));
    cudaMalloc(&lse, heads * seq * sizeof(float));
    cudaMemcpy(qkv, h, 3 * n * sizeof(float), cudaMemcpyHostToDevice);

    dim3 grid(seq / BQ, heads);
    flash_fwd<<<grid, BQ>>>(qkv, qkv + n, qkv + 2 * n, o, lse, seq, 1.f / sqrtf((float)D));
    cudaDeviceSynchronize();

    cudaMemcpy(h, o, n * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (size_t i = 0; i < n; ++i) sum += h[i];
    printf("sum of outputs %.6f\n", sum);
    cudaFree(qkv); cudaFree(o); cudaFree(lse);
    free(h);
}
