#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// Direct volume rendering, orthographic view down the z axis: trilinear sampling, a
// 256-entry colour/opacity table held in shared memory, early ray termination.

namespace dvr {

struct View {
  int imageSize;
  int volumeSize;
  float step;        // in voxels
  float opacityGain;
};

__device__ __forceinline__ float sample(const float* __restrict__ vol, int n, float x, float y, float z)
{
  const int i = (int)x, j = (int)y, k = (int)z;
  const float a = x - i, b = y - j, c = z - k;
  const float* p = vol + (k * n + j) * n + i;
  const float z0 = (1.f - b) * ((1.f - a) * p[0] + a * p[1]) + b * ((1.f - a) * p[n] + a * p[n + 1]);
  p += n * n;
  const float z1 = (1.f - b) * ((1.f - a) * p[0] + a * p[1]) + b * ((1.f - a) * p[n] + a * p[n + 1]);
  return z0 + c * (z1 - z0);
}

template <int BX, int BY>
__global__ __launch_bounds__(BX * BY) void composite(const float* __restrict__ volume,
                                                     const float4* __restrict__ transfer,
                                                     float4* __restrict__ image, View view)
{
  __shared__ float4 lut[256];
  for (int i = threadIdx.y * BX + threadIdx.x; i < 256; i += BX * BY) lut[i] = transfer[i];
  __syncthreads();

  const int px = blockIdx.x * BX + threadIdx.x;
  const int py = blockIdx.y * BY + threadIdx.y;
  const float scale = (view.volumeSize - 1.01f) / view.imageSize;
  const float x = px * scale, y = py * scale;

  float r = 0.f, g = 0.f, b = 0.f, transparency = 1.f;
  for (float z = 0.f; z < view.volumeSize - 1; z += view.step) {
    const float density = sample(volume, view.volumeSize, x, y, z);
    const float4 c = lut[min(255, (int)(density * 255.f))];
    const float alpha = 1.f - __expf(-c.w * view.opacityGain * view.step);
    const float w = alpha * transparency;
    r = fmaf(w, c.x, r);
    g = fmaf(w, c.y, g);
    b = fmaf(w, c.z, b);
    transparency -= w;
    if (transparency < 0.01f) break;
  }
  image[py * view.imageSize + px] = make_float4(r, g, b, 1.f - transparency);
}

}  // namespace dvr

int main()
{
  constexpr int n = 128, size = 512;
  std::vector<float> vol(n * n * n);
  for (int z = 0; z < n; ++z)
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x) {
        const float dx = (x - 63.5f) / 64, dy = (y - 63.5f) / 64, dz = (z - 63.5f) / 64;
        const float d = 1.f - (dx * dx + dy * dy + dz * dz);
        vol[(z * n + y) * n + x] = d > 0.f ? d : 0.f;
      }
  std::vector<float4> tf(256);
  for (int i = 0; i < 256; ++i)
    tf[i] = make_float4(i / 255.f, 0.5f, 1.f - i / 255.f, i < 40 ? 0.f : i / 255.f);

  float* dVol;
  float4 *dTf, *dImg;
  cudaMalloc(&dVol, vol.size() * sizeof(float));
  cudaMalloc(&dTf, tf.size() * sizeof(float4));
  cudaMalloc(&dImg, size * size * sizeof(float4));
  cudaMemcpy(dVol, vol.data(), vol.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(dTf, tf.data(), tf.size() * sizeof(float4), cudaMemcpyHostToDevice);

  const dvr::View view{size, n, 0.5f, 0.06f};
  dvr::composite<16, 16><<<dim3(size / 16, size / 16), dim3(16, 16)>>>(dVol, dTf, dImg, view);

  std::vector<float4> img(size * size);
  cudaMemcpy(img.data(), dImg, img.size() * sizeof(float4), cudaMemcpyDeviceToHost);
  const float4 mid = img[size / 2 * size + size / 2];
  std::printf("centre %.3f %.3f %.3f alpha %.3f\n", mid.x, mid.y, mid.z, mid.w);
  cudaFree(dVol);
  cudaFree(dTf);
  cudaFree(dImg);
}
