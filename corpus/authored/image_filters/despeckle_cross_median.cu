// Removes single-pixel speckle from an 8-bit camera frame: every pixel becomes the
// median of the plus-shaped neighbourhood (centre, N, S, E, W).
// Four horizontally adjacent outputs per thread so that a row is read as words.
#include <cstdio>
#include <cstdlib>
#include <cstdint>
#include <vector>
#include <cuda_runtime.h>

static constexpr int kWidth = 1920;
static constexpr int kHeight = 1080;

__device__ __forceinline__ void order(int &lo, int &hi)
{
    const int t = min(lo, hi);
    hi = max(lo, hi);
    lo = t;
}

__device__ __forceinline__ int median5(int a, int b, int c, int d, int e)
{
    order(a, b);
    order(d, e);
    order(a, d);   // a is the smallest of a,b,d,e
    order(b, e);   // e is the largest of them
    order(b, c);
    order(c, d);
    order(b, c);
    return c;
}

__global__ void __launch_bounds__(256)
crossMedian(const uint8_t *__restrict__ src, uint8_t *__restrict__ dst, int width, int height)
{
    const int x = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;

    const int up = max(y - 1, 0), down = min(y + 1, height - 1);
    const uchar4 n = *reinterpret_cast<const uchar4 *>(src + up * width + x);
    const uchar4 m = *reinterpret_cast<const uchar4 *>(src + y * width + x);
    const uchar4 s = *reinterpret_cast<const uchar4 *>(src + down * width + x);
    const int west = x > 0 ? src[y * width + x - 1] : m.x;
    const int east = x + 4 < width ? src[y * width + x + 4] : m.w;

    uchar4 r;
    r.x = (unsigned char)median5(n.x, s.x, m.x, west, m.y);
    r.y = (unsigned char)median5(n.y, s.y, m.y, m.x, m.z);
    r.z = (unsigned char)median5(n.z, s.z, m.z, m.y, m.w);
    r.w = (unsigned char)median5(n.w, s.w, m.w, m.z, east);
    *reinterpret_cast<uchar4 *>(dst + y * width + x) = r;
}

int main()
{
    std::vector<uint8_t> frame(kWidth * kHeight);
    for (int i = 0; i < kWidth * kHeight; ++i) {
        const int x = i % kWidth, y = i / kWidth;
        frame[i] = (uint8_t)((x / 8 + y / 4) & 255);
        if (i % 97 == 0)
            frame[i] = 255;          // salt
        if (i % 131 == 0)
            frame[i] = 0;            // pepper
    }

    uint8_t *dSrc = nullptr, *dDst = nullptr;
    cudaMalloc(&dSrc, frame.size());
    cudaMalloc(&dDst, frame.size());
    cudaMemcpy(dSrc, frame.data(), frame.size(), cudaMemcpyHostToDevice);

    const dim3 block(32, 8);
    const dim3 grid((kWidth / 4 + block.x - 1) / block.x, (kHeight + block.y - 1) / block.y);
    crossMedian<<<grid, block>>>(dSrc, dDst, kWidth, kHeight);

    std::vector<uint8_t> out(frame.size());
    cudaMemcpy(out.data(), dDst, out.size(), cudaMemcpyDeviceToHost);
    int changed = 0;
    for (size_t i = 0; i < out.size(); ++i)
        changed += out[i] != frame[i];
    printf("%d of %zu pixels replaced\n", changed, out.size());
    cudaFree(dSrc);
    cudaFree(dDst);
    return 0;
}
