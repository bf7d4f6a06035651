#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

/* Stiff chemistry (Robertson's three species) in many reactor cells: the two-stage Rosenbrock
   method ROS2 (L-stable, gamma = 1 + 1/sqrt 2), fixed steps, dense 3x3 LU per step in registers. */

#define GAM 1.7071067811865475

struct Lu3 { double l10, l20, l21, u00, u01, u02, u11, u12, u22; };

__device__ Lu3 factor(double a00, double a01, double a02, double a10, double a11, double a12,
                      double a20, double a21, double a22)
{
  Lu3 f;
  f.u00 = a00; f.u01 = a01; f.u02 = a02;
  f.l10 = a10 / a00;
  f.l20 = a20 / a00;
  f.u11 = a11 - f.l10 * a01;
  f.u12 = a12 - f.l10 * a02;
  f.l21 = (a21 - f.l20 * a01) / f.u11;
  f.u22 = a22 - f.l20 * a02 - f.l21 * f.u12;
  return f;
}

__device__ void solve(const Lu3 &f, double b[3])
{
  b[1] -= f.l10 * b[0];
  b[2] -= f.l20 * b[0] + f.l21 * b[1];
  b[2] /= f.u22;
  b[1] = (b[1] - f.u12 * b[2]) / f.u11;
  b[0] = (b[0] - f.u01 * b[1] - f.u02 * b[2]) / f.u00;
}

__device__ void kinetics(const double y[3], double k2, double out[3])
{
  double r1 = 0.04 * y[0], r2 = 3e7 * y[1] * y[1], r3 = k2 * y[1] * y[2];
  out[0] = -r1 + r3;
  out[1] = r1 - r2 - r3;
  out[2] = r2;
}

__global__ void ros2(double *conc, const double *rate, int cells, int steps, double h)
{
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= cells) return;
  double y[3] = {conc[3 * c], conc[3 * c + 1], conc[3 * c + 2]};
  double k = rate[c], g = GAM * h;
  for (int s = 0; s < steps; s++) {
    double j00 = -0.04, j01 = k * y[2], j02 = k * y[1];
    double j10 = 0.04, j11 = -6e7 * y[1] - k * y[2], j12 = -k * y[1];
    double j21 = 6e7 * y[1];
    Lu3 f = factor(1 - g * j00, -g * j01, -g * j02, -g * j10, 1 - g * j11, -g * j12, 0, -g * j21, 1);
    double k1[3], k2[3], yt[3];
    kinetics(y, k, k1);
    solve(f, k1);
    for (int a = 0; a < 3; a++) yt[a] = y[a] + h * k1[a];
    kinetics(yt, k, k2);
    for (int a = 0; a < 3; a++) k2[a] -= 2.0 * k1[a];
    solve(f, k2);
    for (int a = 0; a < 3; a++) y[a] += 1.5 * h * k1[a] + 0.5 * h * k2[a];
  }
  conc[3 * c] = y[0];
  conc[3 * c + 1] = y[1];
  conc[3 * c + 2] = y[2];
}

int main()
{
  int cells = 40000;
  double *hc = (double *)malloc(3 * cells * sizeof(double)), *hr = (double *)malloc(cells * sizeof(double));
  for (int c = 0; c < cells; c++) {
    hc[3 * c] = 1.0;
    hc[3 * c + 1] = 0.0;
    hc[3 * c + 2] = 0.0;
    hr[c] = 1e4 * (0.5 + (double)c / cells);
  }
  double *dc, *dr;
  cudaMalloc(&dc, 3 * cells * sizeof(double));
  cudaMalloc(&dr, cells * sizeof(double));
  cudaMemcpy(dc, hc, 3 * cells * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(dr, hr, cells * sizeof(double), cudaMemcpyHostToDevice);

  ros2<<<(cells + 127) / 128, 128>>>(dc, dr, cells, 40, 0.01);

  cudaMemcpy(hc, dc, 3 * cells * sizeof(double), cudaMemcpyDeviceToHost);
  printf("%g %g %g, sum %.12f\n", hc[0], hc[1], hc[2], hc[0] + hc[1] + hc[2]);
  cudaFree(dc); cudaFree(dr);
  free(hc); free(hr);
  return 0;
}
