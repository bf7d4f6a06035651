#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cuda_runtime.h>

/* ------------------------------------------------------------------ *
 *  Arakawa's energy and enstrophy conserving Jacobian J(psi, zeta)    *
 *  on a doubly periodic box, double precision.                        *
 * ------------------------------------------------------------------ */

enum { NX = 1536, NY = 512, TX = 32, TY = 8 };

__global__ void arakawa(const double *psi, const double *zeta, double *jac, double inv12h2)
{
  __shared__ double a[TY + 2][TX + 2];
  __shared__ double b[TY + 2][TX + 2];

  int gx = blockIdx.x * TX + threadIdx.x;
  int gy = blockIdx.y * TY + threadIdx.y;

  for (int ly = threadIdx.y; ly < TY + 2; ly += TY)
    for (int lx = threadIdx.x; lx < TX + 2; lx += TX) {
      int x = (blockIdx.x * TX + lx - 1 + NX) % NX;
      int y = (blockIdx.y * TY + ly - 1 + NY) % NY;
      a[ly][lx] = psi[y * NX + x];
      b[ly][lx] = zeta[y * NX + x];
    }
  __syncthreads();

  int i = threadIdx.x + 1, j = threadIdx.y + 1;

  double jpp = (a[j][i + 1] - a[j][i - 1]) * (b[j + 1][i] - b[j - 1][i])
             - (a[j + 1][i] - a[j - 1][i]) * (b[j][i + 1] - b[j][i - 1]);

  double jpx = a[j][i + 1] * (b[j + 1][i + 1] - b[j - 1][i + 1])
             - a[j][i - 1] * (b[j + 1][i - 1] - b[j - 1][i - 1])
             - a[j + 1][i] * (b[j + 1][i + 1] - b[j + 1][i - 1])
             + a[j - 1][i] * (b[j - 1][i + 1] - b[j - 1][i - 1]);

  double jxp = b[j + 1][i] * (a[j + 1][i + 1] - a[j + 1][i - 1])
             - b[j - 1][i] * (a[j - 1][i + 1] - a[j - 1][i - 1])
             - b[j][i + 1] * (a[j + 1][i + 1] - a[j - 1][i + 1])
             + b[j][i - 1] * (a[j + 1][i - 1] - a[j - 1][i - 1]);

  jac[gy * NX + gx] = (jpp + jpx + jxp) * inv12h2;
}

int main(void)
{
  const int n = NX * NY;
  const double tau = 6.283185307179586;
  double *psi = (double *)malloc(n * sizeof(double));
  double *zeta = (double *)malloc(n * sizeof(double));
  double *jac = (double *)malloc(n * sizeof(double));
  for (int y = 0; y < NY; y++)
    for (int x = 0; x < NX; x++) {
      psi[y * NX + x] = sin(tau * 3 * x / NX) * cos(tau * 2 * y / NY);
      zeta[y * NX + x] = cos(tau * 5 * x / NX) + sin(tau * y / NY);
    }
  double *d_psi, *d_zeta, *d_jac;
  cudaMalloc(&d_psi, n * sizeof(double));
  cudaMalloc(&d_zeta, n * sizeof(double));
  cudaMalloc(&d_jac, n * sizeof(double));
  cudaMemcpy(d_psi, psi, n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(d_zeta, zeta, n * sizeof(double), cudaMemcpyHostToDevice);

  arakawa<<<dim3(NX / TX, NY / TY), dim3(TX, TY)>>>(d_psi, d_zeta, d_jac, 1.0 / 12.0);

  cudaMemcpy(jac, d_jac, n * sizeof(double), cudaMemcpyDeviceToHost);
  double sum = 0, ens = 0;
  for (int k = 0; k < n; k++) { sum += jac[k]; ens += jac[k] * zeta[k]; }
  printf("sum J = %.3e, sum J zeta = %.3e (both should be round-off)\n", sum, ens);
  cudaFree(d_psi); cudaFree(d_zeta); cudaFree(d_jac);
  free(psi); free(zeta); free(jac);
  return 0;
}
