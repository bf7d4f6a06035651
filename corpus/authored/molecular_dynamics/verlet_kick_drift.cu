#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

#define CK(call)                                                        \
  {                                                                     \
    cudaError_t err = call;                                             \
    if (err != cudaSuccess) {                                           \
      fprintf(stderr, "CUDA: %s (%d)\n", cudaGetErrorString(err), __LINE__); \
      return EXIT_FAILURE;                                              \
    }                                                                   \
  }

// First half of velocity Verlet. xyz + charge in pos, velocity + inverse mass in vel,
// image counters so that unwrapped trajectories can be rebuilt.
__global__ void kick_drift(float4* __restrict__ pos, float4* __restrict__ vel, const float4* __restrict__ frc,
                           int4* __restrict__ image, int n, float dt, float3 box)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;

  float4 p = pos[i], v = vel[i], f = frc[i];
  int4 im = image[i];
  const float h = 0.5f * dt * v.w;

  v.x = fmaf(h, f.x, v.x);
  v.y = fmaf(h, f.y, v.y);
  v.z = fmaf(h, f.z, v.z);
  p.x = fmaf(dt, v.x, p.x);
  p.y = fmaf(dt, v.y, p.y);
  p.z = fmaf(dt, v.z, p.z);

  const float kx = floorf(p.x / box.x), ky = floorf(p.y / box.y), kz = floorf(p.z / box.z);
  p.x -= kx * box.x;  im.x += (int)kx;
  p.y -= ky * box.y;  im.y += (int)ky;
  p.z -= kz * box.z;  im.z += (int)kz;

  pos[i] = p;
  vel[i] = v;
  image[i] = im;
}

int main()
{
  const int n = 864000;
  const size_t bytes = n * sizeof(float4);
  float4* h = (float4*)malloc(bytes);
  float4 *pos, *vel, *frc;
  int4* image;
  CK(cudaMalloc(&pos, bytes));
  CK(cudaMalloc(&vel, bytes));
  CK(cudaMalloc(&frc, bytes));
  CK(cudaMalloc(&image, n * sizeof(int4)));

  for (int i = 0; i < n; i++) h[i] = make_float4(i % 96 + 0.5f, i / 96 % 96 + 0.5f, i / 9216 + 0.5f, 0.f);
  CK(cudaMemcpy(pos, h, bytes, cudaMemcpyHostToDevice));
  for (int i = 0; i < n; i++) h[i] = make_float4(0.1f * (i % 5 - 2), 0.1f * (i % 7 - 3), 0.f, 1.f);
  CK(cudaMemcpy(vel, h, bytes, cudaMemcpyHostToDevice));
  for (int i = 0; i < n; i++) h[i] = make_float4(0.5f, -0.5f, 0.25f, 0.f);
  CK(cudaMemcpy(frc, h, bytes, cudaMemcpyHostToDevice));
  CK(cudaMemset(image, 0, n * sizeof(int4)));

  float3 box = make_float3(96.f, 96.f, 94.f);
  kick_drift<<<(n + 127) / 128, 128>>>(pos, vel, frc, image, n, 0.002f, box);
  CK(cudaGetLastError());

  CK(cudaMemcpy(h, pos, bytes, cudaMemcpyDeviceToHost));
  printf("atom 100 at %f %f %f\n", h[100].x, h[100].y, h[100].z);
  free(h);
  cudaFree(pos); cudaFree(vel); cudaFree(frc); cudaFree(image);
  return EXIT_SUCCESS;
}
