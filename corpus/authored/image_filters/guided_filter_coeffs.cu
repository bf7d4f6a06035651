#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define TILE 16
#define RAD 3
#define SPAN (TILE + 2 * RAD)

#define CHECK(call)                                                           \
  do {                                                                        \
    cudaError_t err_ = (call);                                                \
    if (err_ != cudaSuccess) {                                                \
      fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(err_)); \
      exit(1);                                                                \
    }                                                                         \
  } while (0)

/* Guided filter, first half: per-window regression p ~ a*I + b, where I is the
 * guide and p the image to be smoothed.  The second half (averaging a and b) is a
 * plain box blur and is done elsewhere. */
__global__ void guided_coeffs(const float* I, const float* p, float* a_out, float* b_out,
                              int w, int h, float eps)
{
  __shared__ float sI[SPAN][SPAN];
  __shared__ float sP[SPAN][SPAN];

  int x0 = blockIdx.x * TILE - RAD;
  int y0 = blockIdx.y * TILE - RAD;
  for (int j = threadIdx.y; j < SPAN; j += TILE)
    for (int i = threadIdx.x; i < SPAN; i += TILE) {
      int gx = min(max(x0 + i, 0), w - 1);
      int gy = min(max(y0 + j, 0), h - 1);
      sI[j][i] = I[gy * w + gx];
      sP[j][i] = p[gy * w + gx];
    }
  __syncthreads();

  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  if (x >= w || y >= h) return;

  float mI = 0.f, mP = 0.f, mII = 0.f, mIP = 0.f;
  for (int j = 0; j <= 2 * RAD; j++)
    for (int i = 0; i <= 2 * RAD; i++) {
      float g = sI[threadIdx.y + j][threadIdx.x + i];
      float q = sP[threadIdx.y + j][threadIdx.x + i];
      mI += g;
      mP += q;
      mII += g * g;
      mIP += g * q;
    }
  const float inv = 1.0f / ((2 * RAD + 1) * (2 * RAD + 1));
  mI *= inv; mP *= inv; mII *= inv; mIP *= inv;

  float a = (mIP - mI * mP) / (mII - mI * mI + eps);
  a_out[y * w + x] = a;
  b_out[y * w + x] = mP - a * mI;
}

int main(void)
{
  const int w = 1000, h = 750;
  const size_t bytes = (size_t)w * h * sizeof(float);
  float* guide = (float*)malloc(bytes);
  float* noisy = (float*)malloc(bytes);
  unsigned seed = 12345u;
  for (int i = 0; i < w * h; i++) {
    guide[i] = (i % w) < w / 2 ? 0.2f : 0.8f;
    seed = seed * 1664525u + 1013904223u;
    noisy[i] = guide[i] + 0.1f * ((seed >> 8) / 16777216.0f - 0.5f);
  }

  float *dI, *dP, *dA, *dB;
  CHECK(cudaMalloc((void**)&dI, bytes));
  CHECK(cudaMalloc((void**)&dP, bytes));
  CHECK(cudaMalloc((void**)&dA, bytes));
  CHECK(cudaMalloc((void**)&dB, bytes));
  CHECK(cudaMemcpy(dI, guide, bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(dP, noisy, bytes, cudaMemcpyHostToDevice));

  dim3 threads(TILE, TILE);
  dim3 blocks((w + TILE - 1) / TILE, (h + TILE - 1) / TILE);
  guided_coeffs<<<blocks, threads>>>(dI, dP, dA, dB, w, h, 0.01f * 0.01f);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(guide, dA, bytes, cudaMemcpyDeviceToHost));
  printf("a at the edge: %f, in the flat part: %f\n", guide[300 * w + w / 2], guide[300 * w + 50]);

  cudaFree(dI); cudaFree(dP); cudaFree(dA); cudaFree(dB);
  free(guide); free(noisy);
  return 0;
}
