#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

// Forward 4x4 integer core transform (the butterfly with 1 and 2 only) followed by
// position-dependent quantisation, one thread per 4x4 block of residuals.

constexpr int kWidth = 1920, kHeight = 1088;

struct QuantStep {
    int mf[3];      // multiplier for corner, odd/odd and mixed positions
    int shift;
    int round;
};

__device__ __forceinline__ void butterfly(int &a, int &b, int &c, int &d)
{
    const int s03 = a + d, d03 = a - d;
    const int s12 = b + c, d12 = b - c;
    a = s03 + s12;
    b = 2 * d03 + d12;
    c = s03 - s12;
    d = d03 - 2 * d12;
}

__device__ __forceinline__ int16_t quant(int coef, int mf, const QuantStep &q)
{
    const int level = (abs(coef) * mf + q.round) >> q.shift;
    return (int16_t)(coef < 0 ? -level : level);
}

__global__ void transformQuantise(const int16_t *__restrict__ residual, int16_t *__restrict__ levels,
                                  int width, int height, QuantStep q)
{
    const int bx = blockIdx.x * blockDim.x + threadIdx.x;
    const int by = blockIdx.y * blockDim.y + threadIdx.y;
    if (4 * bx >= width || 4 * by >= height)
        return;

    int m[4][4];
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        const short4 v = *reinterpret_cast<const short4 *>(residual + (size_t)(4 * by + r) * width + 4 * bx);
        m[r][0] = v.x;
        m[r][1] = v.y;
        m[r][2] = v.z;
        m[r][3] = v.w;
    }
#pragma unroll
    for (int r = 0; r < 4; ++r)
        butterfly(m[r][0], m[r][1], m[r][2], m[r][3]);
#pragma unroll
    for (int c = 0; c < 4; ++c)
        butterfly(m[0][c], m[1][c], m[2][c], m[3][c]);

#pragma unroll
    for (int r = 0; r < 4; ++r) {
        const int even = (r & 1) ? q.mf[2] : q.mf[0];
        const int odd = (r & 1) ? q.mf[1] : q.mf[2];
        const short4 o = make_short4(quant(m[r][0], even, q), quant(m[r][1], odd, q),
                                     quant(m[r][2], even, q), quant(m[r][3], odd, q));
        *reinterpret_cast<short4 *>(levels + (size_t)(4 * by + r) * width + 4 * bx) = o;
    }
}

int main()
{
    std::vector<int16_t> res(kWidth * kHeight);
    for (int i = 0; i < kWidth * kHeight; ++i)
        res[i] = (int16_t)((i * 31 + (i / kWidth) * 17) % 61 - 30);

    int16_t *dRes, *dLev;
    cudaMalloc(&dRes, res.size() * 2);
    cudaMalloc(&dLev, res.size() * 2);
    cudaMemcpy(dRes, res.data(), res.size() * 2, cudaMemcpyHostToDevice);

    QuantStep qp28 = {{8192, 3355, 5243}, 19, (1 << 19) / 3};
    dim3 block(32, 4), grid((kWidth / 4 + 31) / 32, (kHeight / 4 + 3) / 4);
    transformQuantise<<<grid, block>>>(dRes, dLev, kWidth, kHeight, qp28);

    cudaMemcpy(res.data(), dLev, res.size() * 2, cudaMemcpyDeviceToHost);
    size_t nonzero = 0;
    for (int16_t v : res) nonzero += v != 0;
    printf("%zu non-zero levels of %zu\n", nonzero, res.size());
    cudaFree(dRes);
    cudaFree(dLev);
    return 0;
}
