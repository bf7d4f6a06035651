#include <cuda_runtime.h>
#include <iostream>
#include <memory>

namespace {
constexpr int W = 1024, H = 768;
constexpr int R = 3;                     // 7x7 window
constexpr int BX = 32, BY = 8;
constexpr float C1 = 0.01f * 0.01f, C2 = 0.03f * 0.03f;
}

// Structural similarity of two grey images in [0,1]; border pixels are left out.
__global__ void ssimMap(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ map)
{
    __shared__ float2 t[BY + 2 * R][BX + 2 * R];

    for (int y = threadIdx.y; y < BY + 2 * R; y += BY)
        for (int x = threadIdx.x; x < BX + 2 * R; x += BX) {
            int gx = min(blockIdx.x * BX + x, W - 1u);
            int gy = min(blockIdx.y * BY + y, H - 1u);
            t[y][x] = make_float2(a[gy * W + gx], b[gy * W + gx]);
        }
    __syncthreads();

    const int ox = blockIdx.x * BX + threadIdx.x, oy = blockIdx.y * BY + threadIdx.y;
    if (ox >= W - 2 * R || oy >= H - 2 * R) return;

    float sa = 0, sb = 0, saa = 0, sbb = 0, sab = 0;
    for (int dy = 0; dy <= 2 * R; ++dy)
        for (int dx = 0; dx <= 2 * R; ++dx) {
            const float2 p = t[threadIdx.y + dy][threadIdx.x + dx];
            sa += p.x;
            sb += p.y;
            saa += p.x * p.x;
            sbb += p.y * p.y;
            sab += p.x * p.y;
        }
    constexpr float inv = 1.0f / ((2 * R + 1) * (2 * R + 1));
    const float ma = sa * inv, mb = sb * inv;
    const float va = saa * inv - ma * ma, vb = sbb * inv - mb * mb, cov = sab * inv - ma * mb;
    map[oy * (W - 2 * R) + ox] = ((2 * ma * mb + C1) * (2 * cov + C2)) / ((ma * ma + mb * mb + C1) * (va + vb + C2));
}

int main()
{
    const int outCount = (W - 2 * R) * (H - 2 * R);
    std::unique_ptr<float[]> a(new float[W * H]), b(new float[W * H]), map(new float[outCount]);
    for (int y = 0; y < H; ++y)
        for (int x = 0; x < W; ++x) {
            a[y * W + x] = ((x ^ y) & 255) / 255.0f;
            b[y * W + x] = ((x ^ (y + 1)) & 255) / 255.0f;
        }

    float *da, *db, *dm;
    cudaMalloc(&da, W * H * sizeof(float));
    cudaMalloc(&db, W * H * sizeof(float));
    cudaMalloc(&dm, outCount * sizeof(float));
    cudaMemcpy(da, a.get(), W * H * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.get(), W * H * sizeof(float), cudaMemcpyHostToDevice);

    dim3 grid((W - 2 * R + BX - 1) / BX, (H - 2 * R + BY - 1) / BY);
    ssimMap<<<grid, dim3(BX, BY)>>>(da, db, dm);

    cudaMemcpy(map.get(), dm, outCount * sizeof(float), cudaMemcpyDeviceToHost);
    double mean = 0;
    for (int i = 0; i < outCount; ++i) mean += map[i];
    std::cout << "MSSIM = " << mean / outCount << std::endl;
    cudaFree(da);
    cudaFree(db);
    cudaFree(dm);
    return 0;
}
