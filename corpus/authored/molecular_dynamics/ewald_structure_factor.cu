#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

// Reciprocal part of an Ewald sum: S(k) = sum_j q_j exp(i k.r_j). A warp takes one k vector.

__global__ void structureFactor(const float4 *__restrict__ atoms, int nAtoms, const float4 *__restrict__ kvec,
                                int nk, float2 *__restrict__ S)
{
  const int lane = threadIdx.x % warpSize;
  const int k = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
  if (k >= nk) return;

  const float4 kv = kvec[k];
  float re = 0.f, im = 0.f;
  for (int j = lane; j < nAtoms; j += 32) {
    const float4 a = atoms[j];
    float s, c;
    __sincosf(kv.x * a.x + kv.y * a.y + kv.z * a.z, &s, &c);
    re = fmaf(a.w, c, re);
    im = fmaf(a.w, s, im);
  }
  for (int d = 16; d >= 1; d >>= 1) {
    re += __shfl_xor_sync(0xffffffffu, re, d);
    im += __shfl_xor_sync(0xffffffffu, im, d);
  }
  if (lane == 0)
    S[k] = make_float2(re, im);
}

int main()
{
  const int nAtoms = 6000, kmax = 8, nk = 17 * 17 * 9;
  const float L = 40.f, twoPiL = 6.2831853f / L;
  float4 *atoms = (float4 *)malloc(nAtoms * sizeof(float4));
  float4 *kv = (float4 *)malloc(nk * sizeof(float4));
  srand(5);
  for (int i = 0; i < nAtoms; i++) {
    atoms[i].x = L * rand() / RAND_MAX;
    atoms[i].y = L * rand() / RAND_MAX;
    atoms[i].z = L * rand() / RAND_MAX;
    atoms[i].w = i % 2 ? 1.f : -1.f;
  }
  for (int i = 0; i < nk; i++) {
    kv[i].x = twoPiL * (i % 17 - kmax);
    kv[i].y = twoPiL * (i / 17 % 17 - kmax);
    kv[i].z = twoPiL * (i / 289);
    kv[i].w = 0.f;
  }
  float4 *dA, *dK;
  float2 *dS, *S = (float2 *)malloc(nk * sizeof(float2));
  cudaMalloc(&dA, nAtoms * sizeof(float4));
  cudaMalloc(&dK, nk * sizeof(float4));
  cudaMalloc(&dS, nk * sizeof(float2));
  cudaMemcpy(dA, atoms, nAtoms * sizeof(float4), cudaMemcpyHostToDevice);
  cudaMemcpy(dK, kv, nk * sizeof(float4), cudaMemcpyHostToDevice);

  structureFactor<<<(nk * 32 + 255) / 256, 256>>>(dA, nAtoms, dK, nk, dS);

  cudaMemcpy(S, dS, nk * sizeof(float2), cudaMemcpyDeviceToHost);
  double e = 0;
  for (int i = 0; i < nk; i++) {
    double k2 = kv[i].x * kv[i].x + kv[i].y * kv[i].y + kv[i].z * kv[i].z;
    if (k2 > 0) e += (S[i].x * S[i].x + S[i].y * S[i].y) / k2;
  }
  printf("reciprocal sum %g\n", e);
  cudaFree(dA); cudaFree(dK); cudaFree(dS);
  free(atoms); free(kv); free(S);
  return 0;
}
