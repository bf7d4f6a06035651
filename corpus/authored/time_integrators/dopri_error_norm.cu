#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cmath>

// Step acceptance of Dormand-Prince 5(4): weighted RMS norm of the embedded error estimate,
//   err = h * sum_s e_s k_s,   norm^2 = 1/n sum (err / (atol + rtol max(|y|, |y1|)))^2
// The six stage derivatives lie in one array, stage after stage.

__global__ void errorNorm(const double* __restrict__ k, const double* __restrict__ y, const double* __restrict__ y1,
                          int n, double h, double atol, double rtol, double* sum)
{
  double local = 0.0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    double e = 71.0 / 57600 * k[i] - 71.0 / 16695 * k[n + i] + 71.0 / 1920 * k[2 * n + i]
             - 17253.0 / 339200 * k[3 * n + i] + 22.0 / 525 * k[4 * n + i] - 1.0 / 40 * k[5 * n + i];
    double w = h * e / (atol + rtol * fmax(fabs(y[i]), fabs(y1[i])));
    local += w * w;
  }

  __shared__ double warpPart[32];
  for (int o = 16; o > 0; o >>= 1)
    local += __shfl_down_sync(0xffffffff, local, o);
  if (threadIdx.x % 32 == 0) warpPart[threadIdx.x / 32] = local;
  __syncthreads();
  if (threadIdx.x < 32) {
    local = threadIdx.x < blockDim.x / 32 ? warpPart[threadIdx.x] : 0.0;
    for (int o = 16; o > 0; o >>= 1)
      local += __shfl_down_sync(0xffffffff, local, o);
    if (threadIdx.x == 0) atomicAdd(sum, local);
  }
}

int main()
{
  const int n = 750000;
  double *hk = (double *)malloc(6ul * n * sizeof(double));
  double *hy = (double *)malloc(n * sizeof(double));
  for (int i = 0; i < 6 * n; i++) hk[i] = 1e-3 * (i % 1013);
  for (int i = 0; i < n; i++) hy[i] = 1.0 + 0.001 * (i % 17);

  double *k, *y, *y1, *sum;
  cudaMalloc(&k, 6ul * n * sizeof(double));
  cudaMalloc(&y, n * sizeof(double));
  cudaMalloc(&y1, n * sizeof(double));
  cudaMalloc(&sum, sizeof(double));
  cudaMemcpy(k, hk, 6ul * n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(y, hy, n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(y1, hy, n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemset(sum, 0, sizeof(double));

  const double h = 0.02, atol = 1e-6, rtol = 1e-4;
  errorNorm<<<132 * 2, 512>>>(k, y, y1, n, h, atol, rtol, sum);

  double s;
  cudaMemcpy(&s, sum, sizeof(double), cudaMemcpyDeviceToHost);
  double norm = sqrt(s / n);
  printf("error norm %g -> %s, next h %g\n", norm, norm <= 1 ? "accept" : "reject", h * 0.9 * pow(norm, -0.2));
  cudaFree(k); cudaFree(y); cudaFree(y1); cudaFree(sum);
  free(hk); free(hy);
  return 0;
}
