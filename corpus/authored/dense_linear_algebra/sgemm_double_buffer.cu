#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <memory>

#define CUDA_TRY(e) do { cudaError_t err_ = (e); if (err_ != cudaSuccess) { \
    fprintf(stderr, "%s: %s\n", #e, cudaGetErrorString(err_)); exit(1); } } while (0)

namespace {

constexpr int kM = 2048, kN = 1024, kK = 512;
constexpr int kBlk = 64;      // tile of C: 64 x 64
constexpr int kDepth = 16;    // slice of K held at a time

// 256 threads; each owns a 4x4 patch of C. While one slice is being
// multiplied the next one is already on its way into registers.
__global__ __launch_bounds__(256)
void sgemmDoubleBuffered(const float* __restrict__ a, const float* __restrict__ b,
                         float* __restrict__ c)
{
    __shared__ float ta[2][kDepth][kBlk];
    __shared__ __align__(16) float tb[2][kDepth][kBlk];

    const int t = threadIdx.x;
    const int px = (t % 16) * 4;
    const int py = (t / 16) * 4;

    // loader coordinates: one float4 of A and one of B per thread and slice
    const int aRow = t / 4, aCol = (t % 4) * 4;
    const int bRow = t / 16, bCol = (t % 16) * 4;
    const float* aPtr = a + (blockIdx.y * kBlk + aRow) * kK + aCol;
    const float* bPtr = b + bRow * kN + blockIdx.x * kBlk + bCol;

    float4 ra = *reinterpret_cast<const float4*>(aPtr);
    float4 rb = *reinterpret_cast<const float4*>(bPtr);
    ta[0][aCol + 0][aRow] = ra.x;
    ta[0][aCol + 1][aRow] = ra.y;
    ta[0][aCol + 2][aRow] = ra.z;
    ta[0][aCol + 3][aRow] = ra.w;
    *reinterpret_cast<float4*>(&tb[0][bRow][bCol]) = rb;
    __syncthreads();

    float acc[4][4] = {};
    int cur = 0;
    for (int k0 = kDepth; k0 <= kK; k0 += kDepth) {
        const bool more = k0 < kK;
        if (more) {
            ra = *reinterpret_cast<const float4*>(aPtr + k0);
            rb = *reinterpret_cast<const float4*>(bPtr + k0 * kN);
        }
#pragma unroll
        for (int p = 0; p < kDepth; ++p) {
            float va[4];
            float4 vb = *reinterpret_cast<const float4*>(&tb[cur][p][px]);
#pragma unroll
            for (int i = 0; i < 4; ++i) va[i] = ta[cur][p][py + i];
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                acc[i][0] = fmaf(va[i], vb.x, acc[i][0]);
                acc[i][1] = fmaf(va[i], vb.y, acc[i][1]);
                acc[i][2] = fmaf(va[i], vb.z, acc[i][2]);
                acc[i][3] = fmaf(va[i], vb.w, acc[i][3]);
            }
        }
        if (more) {
            const int nxt = cur ^ 1;
            ta[nxt][aCol + 0][aRow] = ra.x;
            ta[nxt][aCol + 1][aRow] = ra.y;
            ta[nxt][aCol + 2][aRow] = ra.z;
            ta[nxt][aCol + 3][aRow] = ra.w;
            *reinterpret_cast<float4*>(&tb[nxt][bRow][bCol]) = rb;
            cur = nxt;
        }
        __syncthreads();
    }

#pragma unroll
    for (int i = 0; i < 4; ++i) {
        float4 out = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *reinterpret_cast<float4*>(c + (blockIdx.y * kBlk + py + i) * kN + blockIdx.x * kBlk + px) = out;
    }
}

} // namespace

int main()
{
    auto ha = std::make_unique<float[]>(kM * kK);
    auto hb = std::make_unique<float[]>(kK * kN);
    for (int i = 0; i < kM * kK; ++i) ha[i] = 0.01f * (i % 101);
    for (int i = 0; i < kK * kN; ++i) hb[i] = 0.02f * (i % 53) - 0.5f;

    float *a, *b, *c;
    CUDA_TRY(cudaMalloc(&a, kM * kK * sizeof(float)));
    CUDA_TRY(cudaMalloc(&b, kK * kN * sizeof(float)));
    CUDA_TRY(cudaMalloc(&c, kM * kN * sizeof(float)));
    CUDA_TRY(cudaMemcpy(a, ha.get(), kM * kK * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_TRY(cudaMemcpy(b, hb.get(), kK * kN * sizeof(float), cudaMemcpyHostToDevice));

    sgemmDoubleBuffered<<<dim3(kN / kBlk, kM / kBlk), 256>>>(a, b, c);
    CUDA_TRY(cudaGetLastError());
    CUDA_TRY(cudaDeviceSynchronize());

    CUDA_TRY(cudaFree(a));
    CUDA_TRY(cudaFree(b));
    CUDA_TRY(cudaFree(c));
    return 0;
}
