// Lowers image patches to columns, so that the convolution becomes one GEMM.
// Column matrix per image: (C*5*5) rows by (outH*outW) columns.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>

namespace cfg {
constexpr int N = 8, C = 3, H = 224, W = 224;
constexpr int R = 5, S = 5, STRIDE = 2, PAD = 2;
constexpr int OH = (H + 2 * PAD - R) / STRIDE + 1;
constexpr int OW = (W + 2 * PAD - S) / STRIDE + 1;
constexpr long COLS = (long)N * C * R * S * OH * OW;
}

__global__ void im2col(const float *__restrict__ img, float *__restrict__ col)
{
    using namespace cfg;
    const int total = N * C * OH * OW;
    for (int t = blockIdx.x * blockDim.x + threadIdx.x; t < total; t += blockDim.x * gridDim.x) {
        const int ow = t % OW;
        const int oh = (t / OW) % OH;
        const int c  = (t / (OW * OH)) % C;
        const int n  = t / (OW * OH * C);

        const float *plane = img + (n * C + c) * H * W;
        float *dst = col + (((long)n * C + c) * R * S * OH + oh) * OW + ow;
        const int y0 = oh * STRIDE - PAD, x0 = ow * STRIDE - PAD;

        for (int r = 0; r < R; ++r) {
            for (int s = 0; s < S; ++s) {
                const int y = y0 + r, x = x0 + s;
                *dst = (unsigned)y < (unsigned)H && (unsigned)x < (unsigned)W ? plane[y * W + x] : 0.f;
                dst += OH * OW;
            }
        }
    }
}

int main()
{
    const size_t imgCount = (size_t)cfg::N * cfg::C * cfg::H * cfg::W;
    float *h = new float[imgCount];
    for (size_t i = 0; i < imgCount; ++i) h[i] = (float)(i % 256);

    float *img, *col;
    cudaMalloc(&img, imgCount * sizeof(float));
    cudaMalloc(&col, cfg::COLS * sizeof(float));
    cudaMemcpy(img, h, imgCount * sizeof(float), cudaMemcpyHostToDevice);

    im2col<<<396, 256>>>(img, col);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        std::puts("launch failed");
        return 1;
    }

    float *first = new float[cfg::OW];
    cudaMemcpy(first, col, cfg::OW * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("col matrix %ld floats, corner %.1f (padding)\n", cfg::COLS, first[0]);
    delete[] first;
    delete[] h;
    cudaFree(img);
    cudaFree(col);
}
