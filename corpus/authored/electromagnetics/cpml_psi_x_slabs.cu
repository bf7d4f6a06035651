#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cuda_runtime.h>

/* Convolutional PML, x-normal layers: psi_Eyx and psi_Ezx recursion and its
   contribution to E. Slab 0 is the low-x layer, slab 1 the high-x layer.     */

#define NPML 10
#define NX   220
#define NY   200
#define NZ   180

__constant__ float bE[NPML];
__constant__ float cE[NPML];

__global__ void cpml_x(float *Ey, float *Ez, const float *Hy, const float *Hz,
                       float *psiEyx, float *psiEzx, float dtOverEps)
{
  /* threads run along the layer depth first: i is the fastest index in memory */
  int depth = threadIdx.x;
  int j = blockIdx.x * blockDim.y + threadIdx.y;
  int k = blockIdx.y;
  int slab = blockIdx.z;

  if (depth >= NPML || j >= NY)
    return;

  int i = slab == 0 ? 1 + depth : NX - 1 - depth;
  int cell = (k * NY + j) * NX + i;
  int q = ((slab * NZ + k) * NY + j) * NPML + depth;

  float dHz = Hz[cell] - Hz[cell - 1];
  float dHy = Hy[cell] - Hy[cell - 1];
  float py = bE[depth] * psiEyx[q] + cE[depth] * dHz;
  float pz = bE[depth] * psiEzx[q] + cE[depth] * dHy;
  psiEyx[q] = py;
  psiEzx[q] = pz;
  Ey[cell] -= dtOverEps * py;
  Ez[cell] += dtOverEps * pz;
}

int main(void)
{
  int cells = NX * NY * NZ, aux = 2 * NPML * NY * NZ;
  float b[NPML], c[NPML];
  for (int d = 0; d < NPML; d++) {
    float s = powf((float)(NPML - d) / NPML, 3.0f);
    b[d] = expf(-0.8f * s - 0.01f);
    c[d] = b[d] - 1.0f;
  }
  cudaMemcpyToSymbol(bE, b, sizeof(b));
  cudaMemcpyToSymbol(cE, c, sizeof(c));

  float *h = (float *)malloc(cells * sizeof(float));
  for (int i = 0; i < cells; i++)
    h[i] = (float)(i % 1009) * 0.001f - 0.5f;

  float *Ey, *Ez, *Hy, *Hz, *p1, *p2;
  cudaMalloc(&Ey, cells * sizeof(float));
  cudaMalloc(&Ez, cells * sizeof(float));
  cudaMalloc(&Hy, cells * sizeof(float));
  cudaMalloc(&Hz, cells * sizeof(float));
  cudaMalloc(&p1, aux * sizeof(float));
  cudaMalloc(&p2, aux * sizeof(float));
  cudaMemcpy(Ey, h, cells * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(Ez, h, cells * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(Hy, h, cells * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(Hz, h, cells * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(p1, 0, aux * sizeof(float));
  cudaMemset(p2, 0, aux * sizeof(float));

  dim3 tb(16, 8);
  dim3 gr((NY + 7) / 8, NZ, 2);
  for (int step = 0; step < 5; step++)
    cpml_x<<<gr, tb>>>(Ey, Ez, Hy, Hz, p1, p2, 0.577f);

  cudaMemcpy(h, Ey, cells * sizeof(float), cudaMemcpyDeviceToHost);
  printf("Ey[1] %f Ey[last] %f\n", h[1], h[cells - 1]);
  cudaFree(Ey); cudaFree(Ez); cudaFree(Hy); cudaFree(Hz); cudaFree(p1); cudaFree(p2);
  free(h);
  return 0;
}
