#include <cuda_runtime.h>
#include <cuda_bf16.h>
#include <cstdio>
#include <cstdlib>

/* Activation layout change N,C,H,W -> N,H,W,C. For every image this is a
   transposition of a C x (H*W) matrix. */

namespace layout {

struct Shape { int n, c, h, w; };

template <typename T>
__global__ void nchwToNhwc(const T* __restrict__ src, T* __restrict__ dst, int channels, int pixels)
{
    __shared__ T patch[16][33];

    const size_t image = (size_t)blockIdx.z * channels * pixels;
    const int px = blockIdx.x * 32 + threadIdx.x;
    const int ch = blockIdx.y * 16 + threadIdx.y;
    if (px < pixels && ch < channels)
        patch[threadIdx.y][threadIdx.x] = src[image + (size_t)ch * pixels + px];
    __syncthreads();

    // 512 threads again, now with the channel running fastest
    const int lin = threadIdx.y * 32 + threadIdx.x;
    const int outCh = blockIdx.y * 16 + lin % 16;
    const int outPx = blockIdx.x * 32 + lin / 16;
    if (outPx < pixels && outCh < channels)
        dst[image + (size_t)outPx * channels + outCh] = patch[lin % 16][lin / 16];
}

} // namespace layout

int main()
{
    const layout::Shape s = {16, 64, 56, 56};
    const int pixels = s.h * s.w;
    const size_t count = (size_t)s.n * s.c * pixels;

    __nv_bfloat16* host = (__nv_bfloat16*)malloc(count * sizeof(__nv_bfloat16));
    for (size_t i = 0; i < count; ++i)
        host[i] = __float2bfloat16((float)(i % 128));

    __nv_bfloat16 *src, *dst;
    cudaMalloc(&src, count * sizeof(__nv_bfloat16));
    cudaMalloc(&dst, count * sizeof(__nv_bfloat16));
    cudaMemcpy(src, host, count * sizeof(__nv_bfloat16), cudaMemcpyHostToDevice);

    dim3 grid((pixels + 31) / 32, (s.c + 15) / 16, s.n);
    layout::nchwToNhwc<<<grid, dim3(32, 16)>>>(src, dst, s.c, pixels);

    cudaMemcpy(host, dst, count * sizeof(__nv_bfloat16), cudaMemcpyDeviceToHost);
    printf("first pixel, channels 0 and 1: %f %f\n", __bfloat162float(host[0]), __bfloat162float(host[1]));
    cudaFree(src);
    cudaFree(dst);
    free(host);
    return 0;
}
