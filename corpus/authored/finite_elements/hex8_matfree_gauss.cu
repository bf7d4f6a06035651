#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

/* Matrix-free diffusion operator with trilinear hexahedra on a box mesh: one thread per
   element, 2x2x2 Gauss points, element vector and gradients held in registers. The
   element results are written out; nodes collect them in a later pass. */

#define NE 96

__global__ __launch_bounds__(128) void hex8_apply(const float *__restrict__ u, const float *__restrict__ kappa,
                                                  float *__restrict__ elem_out, int total, float hx, float hy, float hz)
{
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= total) return;
  const int ix = e % NE, iy = e / NE % NE, iz = e / (NE * NE);
  const int np = NE + 1, n0 = (iz * np + iy) * np + ix;

  float ue[8], re[8];
#pragma unroll
  for (int a = 0; a < 8; a++) {
    ue[a] = u[n0 + (a & 1) + ((a >> 1) & 1) * np + (a >> 2) * np * np];
    re[a] = 0.f;
  }
  const float k = kappa[e] * hx * hy * hz / 8.f;
  const float g0 = 0.21132487f, g1 = 0.78867513f;    /* Gauss points on [0,1] */

#pragma unroll
  for (int q = 0; q < 8; q++) {
    const float x = q & 1 ? g1 : g0, y = q & 2 ? g1 : g0, z = q & 4 ? g1 : g0;
    float dx = 0.f, dy = 0.f, dz = 0.f;
#pragma unroll
    for (int a = 0; a < 8; a++) {
      const float lx = a & 1 ? x : 1.f - x, ly = a & 2 ? y : 1.f - y, lz = a & 4 ? z : 1.f - z;
      dx += (a & 1 ? ue[a] : -ue[a]) * ly * lz;
      dy += (a & 2 ? ue[a] : -ue[a]) * lx * lz;
      dz += (a & 4 ? ue[a] : -ue[a]) * lx * ly;
    }
    dx *= k / (hx * hx);
    dy *= k / (hy * hy);
    dz *= k / (hz * hz);
#pragma unroll
    for (int a = 0; a < 8; a++) {
      const float lx = a & 1 ? x : 1.f - x, ly = a & 2 ? y : 1.f - y, lz = a & 4 ? z : 1.f - z;
      re[a] += (a & 1 ? dx : -dx) * ly * lz + (a & 2 ? dy : -dy) * lx * lz + (a & 4 ? dz : -dz) * lx * ly;
    }
  }
#pragma unroll
  for (int a = 0; a < 8; a++)
    elem_out[a * total + e] = re[a];
}

int main()
{
  const int np = NE + 1, nodes = np * np * np, total = NE * NE * NE;
  float *hu = (float *)malloc(nodes * sizeof(float)), *hk = (float *)malloc(total * sizeof(float));
  for (int n = 0; n < nodes; n++) hu[n] = sinf(0.05f * (n % np)) + 0.01f * (n / (np * np));
  for (int e = 0; e < total; e++) hk[e] = 1.f + (e / 4096) % 3;

  float *u, *kappa, *out;
  cudaMalloc(&u, nodes * sizeof(float));
  cudaMalloc(&kappa, total * sizeof(float));
  cudaMalloc(&out, 8ul * total * sizeof(float));
  cudaMemcpy(u, hu, nodes * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(kappa, hk, total * sizeof(float), cudaMemcpyHostToDevice);

  hex8_apply<<<(total + 127) / 128, 128>>>(u, kappa, out, total, 0.1f, 0.1f, 0.2f);

  float r[8], s = 0.f;
  for (int a = 0; a < 8; a++) {
    cudaMemcpy(&r[a], out + (size_t)a * total + 777, sizeof(float), cudaMemcpyDeviceToHost);
    s += r[a];
  }
  printf("element 777: first entry %g, sum %g\n", r[0], s);
  cudaFree(u); cudaFree(kappa); cudaFree(out);
  free(hu); free(hk);
  return 0;
}
