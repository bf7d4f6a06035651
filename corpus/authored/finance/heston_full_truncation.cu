#include <stdio.h>
#include <stdlib.h>
#include <math.h>

/*
 * Heston stochastic volatility, Euler scheme with full truncation.
 *   dS = r S dt + sqrt(v) S dW1
 *   dv = kappa (theta - v) dt + xi sqrt(v) dW2,   corr(dW1, dW2) = rho
 */

__device__ double uniform(unsigned long long *state)
{
  *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
  return ((*state >> 11) + 0.5) * (1.0 / 9007199254740992.0);
}

__global__ void heston_paths(double S0, double v0, double r, double kappa, double theta, double xi,
                             double rho, double dt, int steps, double *ST, int npaths)
{
  int path = blockIdx.x * blockDim.x + threadIdx.x;
  if (path < npaths) {
    unsigned long long rng = 0x853c49e6748fea9bULL + 0x9e3779b97f4a7c15ULL * path;
    double logS = log(S0);
    double v = v0;
    double rho_bar = sqrt(1.0 - rho * rho);
    for (int k = 0; k < steps; k++) {
      double u1 = uniform(&rng);
      double u2 = uniform(&rng);
      double radius = sqrt(-2.0 * log(u1));
      double z1 = radius * cos(6.283185307179586 * u2);
      double z2 = radius * sin(6.283185307179586 * u2);
      double vp = v > 0.0 ? v : 0.0;
      double sv = sqrt(vp * dt);
      logS += (r - 0.5 * vp) * dt + sv * z1;
      v += kappa * (theta - vp) * dt + xi * sv * (rho * z1 + rho_bar * z2);
    }
    ST[path] = exp(logS);
  }
}

int main(int argc, char **argv)
{
  int npaths = argc > 1 ? atoi(argv[1]) : 40000;
  int steps = 100;
  double K = 105.0, r = 0.02, T = 1.0;

  double *d_ST;
  double *ST = (double *)malloc(npaths * sizeof(double));
  cudaMalloc((void **)&d_ST, npaths * sizeof(double));

  int block = 128;
  heston_paths<<<(npaths + block - 1) / block, block>>>(100.0, 0.04, r, 1.5, 0.04, 0.5, -0.7,
                                                         T / steps, steps, d_ST, npaths);
  cudaMemcpy(ST, d_ST, npaths * sizeof(double), cudaMemcpyDeviceToHost);

  double call = 0.0, fwd = 0.0;
  for (int i = 0; i < npaths; i++) {
    fwd += ST[i];
    if (ST[i] > K) call += ST[i] - K;
  }
  printf("forward %.4f, call %.4f\n", fwd / npaths, exp(-r * T) * call / npaths);
  cudaFree(d_ST);
  free(ST);
  return 0;
}
