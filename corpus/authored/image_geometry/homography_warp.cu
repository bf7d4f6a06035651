#include <cuda_runtime.h>
#include <stdio.h>
#include <vector>

// Warps a float RGBA picture by a plane-to-plane homography (inverse mapping).
__constant__ float Hinv[9];

__device__ float4 lerp4(const float4 a, const float4 b, const float t)
{
  return make_float4(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y),
                     a.z + t * (b.z - a.z), a.w + t * (b.w - a.w));
}

__global__ void warp_perspective(const float4* const in, float4* const out, const int n)
{
  const int x = blockDim.x * blockIdx.x + threadIdx.x;
  const int y = blockDim.y * blockIdx.y + threadIdx.y;

  const float zz = Hinv[6] * x + Hinv[7] * y + Hinv[8];
  const float sx = (Hinv[0] * x + Hinv[1] * y + Hinv[2]) / zz;
  const float sy = (Hinv[3] * x + Hinv[4] * y + Hinv[5]) / zz;

  float4 c = make_float4(0.f, 0.f, 0.f, 0.f);
  if (sx >= 0.f && sy >= 0.f && sx <= n - 2 && sy <= n - 2) {
    const int px = (int)sx, py = (int)sy;
    const float4* q = in + py * n + px;
    c = lerp4(lerp4(q[0], q[1], sx - px), lerp4(q[n], q[n + 1], sx - px), sy - py);
  }
  out[y * n + x] = c;
}

int main(int argc, char** argv)
{
  const int n = 1024;
  std::vector<float4> picture(n * n);
  for (int i = 0; i < n * n; i++) {
    picture[i].x = (i % n) / 1024.0f;
    picture[i].y = (i / n) / 1024.0f;
    picture[i].z = 0.25f;
    picture[i].w = 1.0f;
  }
  // inverse of a gentle keystone
  const float m[9] = {0.97f, -0.08f, 45.0f, 0.05f, 1.02f, -30.0f, 1.1e-5f, -2.4e-5f, 1.0f};
  cudaMemcpyToSymbol(Hinv, m, sizeof(m));

  float4 *in, *out;
  cudaMalloc(&in, n * n * sizeof(float4));
  cudaMalloc(&out, n * n * sizeof(float4));
  cudaMemcpy(in, &picture[0], n * n * sizeof(float4), cudaMemcpyHostToDevice);

  warp_perspective<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(in, out, n);

  cudaMemcpy(&picture[0], out, n * n * sizeof(float4), cudaMemcpyDeviceToHost);
  float4 mid = picture[n / 2 * n + n / 2];
  printf("centre samples %.4f %.4f\n", mid.x, mid.y);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
