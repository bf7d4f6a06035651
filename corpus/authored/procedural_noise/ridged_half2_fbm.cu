// Ridged multifractal for mountain crests in half precision: two texels ride in one __half2.
// The lattice hash stays in integers, only interpolation and octave sums are half.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__device__ __forceinline__ float hash01(int x, int y)
{
    unsigned h = (unsigned)x * 1597334677u ^ (unsigned)y * 3812015801u;
    h *= h ^ (h >> 16);
    return (h >> 8) * (1.0f / 16777216.0f);
}

__device__ __forceinline__ __half2 lattice2(int xa, int xb, int y)
{
    return __floats2half2_rn(hash01(xa, y), hash01(xb, y));
}

__device__ __forceinline__ __half2 noise2(float xa, float xb, float y)
{
    const int ia = (int)xa, ib = (int)xb, j = (int)y;
    const __half2 u = __floats2half2_rn(xa - ia, xb - ib);
    const __half2 v = __float2half2_rn(y - j);
    const __half2 p00 = lattice2(ia, ib, j), p10 = lattice2(ia + 1, ib + 1, j);
    const __half2 p01 = lattice2(ia, ib, j + 1), p11 = lattice2(ia + 1, ib + 1, j + 1);
    const __half2 top = __hfma2(u, __hsub2(p10, p00), p00);
    const __half2 bot = __hfma2(u, __hsub2(p11, p01), p01);
    return __hfma2(v, __hsub2(bot, top), top);
}

__global__ void ridged(__half2 *out, int pairsPerRow, int rows, float freq, int octaves)
{
    const int px = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= pairsPerRow || y >= rows)
        return;
    const __half2 one = __float2half2_rn(1.0f), two = __float2half2_rn(2.0f);
    __half2 sum = __float2half2_rn(0.0f), weight = one, gain = __float2half2_rn(0.5f);
    float f = freq;
    for (int o = 0; o < octaves; ++o) {
        __half2 n = noise2((2 * px) * f, (2 * px + 1) * f, y * f);
        n = __hfma2(two, n, __hneg2(one));              // to -1..1
        n = __hsub2(one, __habs2(n));                   // ridge
        n = __hmul2(n, n);
        sum = __hfma2(__hmul2(n, weight), gain, sum);
        weight = n;                                     // detail only on the crests
        gain = __hmul2(gain, __float2half2_rn(0.5f));
        f *= 2.0f;
    }
    out[y * pairsPerRow + px] = sum;
}

int main(int argc, char **argv)
{
    const int size = argc > 1 ? atoi(argv[1]) : 1536;
    const size_t bytes = (size_t)size * size * sizeof(__half);
    __half2 *dev;
    if (cudaMalloc((void **)&dev, bytes) != cudaSuccess)
        return 1;

    const dim3 block(32, 4);
    const dim3 grid((size / 2 + block.x - 1) / block.x, (size + block.y - 1) / block.y);
    ridged<<<grid, block>>>(dev, size / 2, size, 0.01f, 5);

    __half *host = (__half *)malloc(bytes);
    cudaMemcpy(host, dev, bytes, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 5; ++i)
        printf("%.3f ", __half2float(host[(size_t)i * size / 5 * size + i]));
    printf("\n");
    free(host);
    cudaFree(dev);
    return 0;
}
