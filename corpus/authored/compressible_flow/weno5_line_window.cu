#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cmath>

// WENO5 (Jiang & Shu) left-biased face values on many independent rows.
// The x index is the slow one here (struct of rows, "row" fastest), so a thread walks
// along x and keeps the five-point stencil in a register window.

constexpr int CHUNK = 16;

__device__ __forceinline__ float weno5(float a, float b, float c, float d, float e)
{
  const float k = 13.0f / 12.0f, eps = 1e-6f;
  float t0 = a - 2.0f * b + c, t1 = b - 2.0f * c + d, t2 = c - 2.0f * d + e;
  float s0 = a - 4.0f * b + 3.0f * c, s1 = b - d, s2 = 3.0f * c - 4.0f * d + e;
  float b0 = k * t0 * t0 + 0.25f * s0 * s0 + eps;
  float b1 = k * t1 * t1 + 0.25f * s1 * s1 + eps;
  float b2 = k * t2 * t2 + 0.25f * s2 * s2 + eps;
  float w0 = 0.1f / (b0 * b0), w1 = 0.6f / (b1 * b1), w2 = 0.3f / (b2 * b2);
  float q0 = 2.0f * a - 7.0f * b + 11.0f * c;
  float q1 = -b + 5.0f * c + 2.0f * d;
  float q2 = 2.0f * c + 5.0f * d - e;
  return (w0 * q0 + w1 * q1 + w2 * q2) / (6.0f * (w0 + w1 + w2));
}

// q has nx + 5 slow entries (3 ghosts left, 2 right); face f lies right of cell f
__global__ void reconstruct(const float *__restrict__ q, float *__restrict__ face, int rows, int nx)
{
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int x0 = blockIdx.y * CHUNK;
  if (row >= rows) return;

  const float *p = q + (size_t)x0 * rows + row;
  float w0 = p[0], w1 = p[rows], w2 = p[2 * rows], w3 = p[3 * rows], w4;
#pragma unroll
  for (int i = 0; i < CHUNK; ++i) {
    w4 = p[(size_t)(i + 4) * rows];
    face[(size_t)(x0 + i) * rows + row] = weno5(w0, w1, w2, w3, w4);
    w0 = w1; w1 = w2; w2 = w3; w3 = w4;
  }
}

int main()
{
  const int rows = 1200, nx = 1024;
  const size_t nq = (size_t)rows * (nx + 5), nf = (size_t)rows * nx;
  float *hq = (float *)malloc(nq * sizeof(float));
  for (int x = 0; x < nx + 5; ++x)
    for (int r = 0; r < rows; ++r)
      hq[(size_t)x * rows + r] = sinf(0.01f * x + 0.1f * r) + (x > nx / 2 ? 1.0f : 0.0f);

  float *q, *face;
  cudaMalloc(&q, nq * sizeof(float));
  cudaMalloc(&face, nf * sizeof(float));
  cudaMemcpy(q, hq, nq * sizeof(float), cudaMemcpyHostToDevice);

  dim3 block(128);
  dim3 grid((rows + 127) / 128, nx / CHUNK);
  reconstruct<<<grid, block>>>(q, face, rows, nx);

  float *hf = (float *)malloc(nf * sizeof(float));
  cudaMemcpy(hf, face, nf * sizeof(float), cudaMemcpyDeviceToHost);
  float lo = 1e9f, hi = -1e9f;
  for (size_t i = 0; i < nf; ++i) { lo = fminf(lo, hf[i]); hi = fmaxf(hi, hf[i]); }
  printf("face values in [%f, %f]\n", lo, hi);
  cudaFree(q); cudaFree(face); free(hq); free(hf);
  return 0;
}
