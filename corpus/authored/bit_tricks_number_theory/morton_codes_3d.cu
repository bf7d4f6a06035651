#include <cuda_runtime.h>
#include <cstdint>
#include <iostream>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

// 30-bit Morton codes (10 bits per axis); w of the point is its index in the original file.

__host__ __device__ inline uint32_t part1by2(uint32_t x)
{
  x &= 0x3ff;
  x = (x | x << 16) & 0x030000ff;
  x = (x | x << 8) & 0x0300f00f;
  x = (x | x << 4) & 0x030c30c3;
  x = (x | x << 2) & 0x09249249;
  return x;
}

__global__ void mortonCodes(const float4* __restrict__ pts, uint32_t* __restrict__ codes, int n,
                            float3 lo, float3 scale)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float4 p = pts[i];
  const uint32_t x = min(1023, (int)((p.x - lo.x) * scale.x));
  const uint32_t y = min(1023, (int)((p.y - lo.y) * scale.y));
  const uint32_t z = min(1023, (int)((p.z - lo.z) * scale.z));
  codes[i] = part1by2(x) | part1by2(y) << 1 | part1by2(z) << 2;
}

int main()
{
  const int n = 3000000;
  thrust::host_vector<float4> pts(n);
  for (int i = 0; i < n; ++i)
    pts[i] = make_float4((i % 211) * 0.5f, (i % 307) * 0.25f, (i % 101) * 1.0f, (float)i);

  thrust::device_vector<float4> dPts = pts;
  thrust::device_vector<uint32_t> dCodes(n);
  const float3 lo = make_float3(0.f, 0.f, 0.f);
  const float3 scale = make_float3(1024 / 105.5f, 1024 / 76.75f, 1024 / 101.f);
  mortonCodes<<<(n + 191) / 192, 192>>>(thrust::raw_pointer_cast(dPts.data()),
                                         thrust::raw_pointer_cast(dCodes.data()), n, lo, scale);
  thrust::host_vector<uint32_t> codes = dCodes;
  uint32_t hi = 0;
  for (int i = 0; i < n; ++i) hi = codes[i] > hi ? codes[i] : hi;
  std::cout << std::hex << "highest code 0x" << hi << std::endl;
}
