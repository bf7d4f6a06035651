#include <cuda_runtime.h>
#include <cstdio>
#include <cstdint>
#include <vector>

// Packed RGBX -> NV12 (BT.709, studio range). A thread handles a 4x2 patch: eight luma
// samples go out as two words, the two averaged chroma pairs as one.

struct Yuv { float y, u, v; };

__device__ __forceinline__ Yuv convert(uchar4 c)
{
  Yuv o;
  o.y = 16.5f + 0.1826f * c.x + 0.6142f * c.y + 0.0620f * c.z;
  o.u = -0.1006f * c.x - 0.3386f * c.y + 0.4392f * c.z;
  o.v = 0.4392f * c.x - 0.3989f * c.y - 0.0403f * c.z;
  return o;
}

__device__ __forceinline__ uchar4 unpack(uint32_t w)
{
  return make_uchar4(w & 255, (w >> 8) & 255, (w >> 16) & 255, w >> 24);
}

__global__ void rgbxToNv12(const uint4* __restrict__ rgbx, uchar4* __restrict__ luma,
                           uchar4* __restrict__ chroma, int quadsPerRow, int rowPairs)
{
  const int qx = blockIdx.x * blockDim.x + threadIdx.x;
  const int ry = blockIdx.y * blockDim.y + threadIdx.y;
  if (qx >= quadsPerRow || ry >= rowPairs) return;

  float u[2] = {0.f, 0.f}, v[2] = {0.f, 0.f};
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    const int row = 2 * ry + half;
    const uint4 p = rgbx[(size_t)row * quadsPerRow + qx];
    const Yuv a = convert(unpack(p.x)), b = convert(unpack(p.y));
    const Yuv c = convert(unpack(p.z)), d = convert(unpack(p.w));
    luma[(size_t)row * quadsPerRow + qx] =
        make_uchar4((uint8_t)a.y, (uint8_t)b.y, (uint8_t)c.y, (uint8_t)d.y);
    u[0] += a.u + b.u;
    v[0] += a.v + b.v;
    u[1] += c.u + d.u;
    v[1] += c.v + d.v;
  }
  chroma[(size_t)ry * quadsPerRow + qx] =
      make_uchar4((uint8_t)(128.5f + 0.25f * u[0]), (uint8_t)(128.5f + 0.25f * v[0]),
                  (uint8_t)(128.5f + 0.25f * u[1]), (uint8_t)(128.5f + 0.25f * v[1]));
}

int main()
{
  const int width = 1920, height = 1080;
  std::vector<uint32_t> frame(width * height);
  for (int i = 0; i < width * height; ++i)
    frame[i] = 0xff000000u | (uint32_t)(i % 251) << 16 | (uint32_t)(i % 241) << 8 | (uint32_t)(i % 239);

  uint4* d_rgb;
  uint8_t* d_nv12;
  cudaMalloc(&d_rgb, frame.size() * 4);
  cudaMalloc(&d_nv12, width * height * 3 / 2);
  cudaMemcpy(d_rgb, frame.data(), frame.size() * 4, cudaMemcpyHostToDevice);

  uchar4* d_luma = reinterpret_cast<uchar4*>(d_nv12);
  uchar4* d_chroma = reinterpret_cast<uchar4*>(d_nv12 + width * height);
  const dim3 tpb(32, 8);
  const dim3 nblk((width / 4 + 31) / 32, (height / 2 + 7) / 8);

  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  rgbxToNv12<<<nblk, tpb>>>(d_rgb, d_luma, d_chroma, width / 4, height / 2);
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  float ms;
  cudaEventElapsedTime(&ms, start, stop);
  printf("%.1f frames per second\n", 1000.0f / ms);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaFree(d_rgb);
  cudaFree(d_nv12);
  return 0;
}
