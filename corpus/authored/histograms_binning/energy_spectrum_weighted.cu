#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Energy spectrum of a particle population: weights summed over
   logarithmic energy bins between E_MIN and E_MAX. */

#define NBIN  400
#define E_MIN 1.0e-3
#define E_MAX 1.0e3

__global__ void spectrum(int np, const double *ux, const double *uy, const double *uz,
                         const double *w, double *dN)
{
  int ip = blockIdx.x * blockDim.x + threadIdx.x;
  if (ip >= np) return;

  double u2 = ux[ip] * ux[ip] + uy[ip] * uy[ip] + uz[ip] * uz[ip];
  double energy = 0.511 * (sqrt(1.0 + u2) - 1.0);        /* MeV */
  if (energy < E_MIN || energy >= E_MAX) return;

  int bin = (int)(NBIN * log10(energy / E_MIN) / log10(E_MAX / E_MIN));
  atomicAdd(&dN[min(bin, NBIN - 1)], w[ip]);
}

int main(void)
{
  const int np = 2000000;
  size_t sz = np * sizeof(double);
  double *buf[4], *d[4], *dN, dist[NBIN];

  for (int c = 0; c < 4; c++) {
    buf[c] = (double *)malloc(sz);
    cudaMalloc((void **)&d[c], sz);
  }
  srand(3);
  for (int i = 0; i < np; i++) {
    buf[0][i] = 20.0 * rand() / RAND_MAX - 10.0;
    buf[1][i] = 20.0 * rand() / RAND_MAX - 10.0;
    buf[2][i] = 60.0 * rand() / RAND_MAX;
    buf[3][i] = 1.0 + i % 3;
  }
  for (int c = 0; c < 4; c++)
    cudaMemcpy(d[c], buf[c], sz, cudaMemcpyHostToDevice);
  cudaMalloc((void **)&dN, sizeof(dist));
  cudaMemset(dN, 0, sizeof(dist));

  spectrum<<<(np + 127) / 128, 128>>>(np, d[0], d[1], d[2], d[3], dN);

  cudaMemcpy(dist, dN, sizeof(dist), cudaMemcpyDeviceToHost);
  double tot = 0.0;
  for (int b = 0; b < NBIN; b++) tot += dist[b];
  printf("weight inside the range: %.1f\n", tot);
  for (int c = 0; c < 4; c++) { cudaFree(d[c]); free(buf[c]); }
  cudaFree(dN);
  return 0;
}
