/*
 * Cholesky A = L L^T, left-looking, column after column. First version:
 * everything stays in global memory and one block does it all, with a
 * thread for each row.
 */
#include <cstdio>
#include <cstdlib>
#include <cmath>

#define n 96

__global__ void cholesky(double *a)
{
  int i = threadIdx.x;

  for (int k = 0; k < n; k++) {
    /* take the finished columns off column k */
    if (i >= k) {
      double s = a[i * n + k];
      for (int p = 0; p < k; p++)
        s -= a[i * n + p] * a[k * n + p];
      a[i * n + k] = s;
    }
    __syncthreads();

    double d = sqrt(a[k * n + k]);
    __syncthreads();

    if (i == k)
      a[i * n + k] = d;
    else if (i > k)
      a[i * n + k] /= d;
    __syncthreads();
  }
}

int main()
{
  double *h = (double *)malloc(n * n * sizeof(double));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      h[i * n + j] = (i == j) ? n + 1.0 : 1.0 / (1 + abs(i - j));

  double *d;
  cudaMalloc(&d, n * n * sizeof(double));
  cudaMemcpy(d, h, n * n * sizeof(double), cudaMemcpyHostToDevice);
  cholesky<<<1, n>>>(d);
  cudaMemcpy(h, d, n * n * sizeof(double), cudaMemcpyDeviceToHost);

  double logdet = 0;
  for (int i = 0; i < n; i++)
    logdet += 2.0 * log(h[i * n + i]);
  printf("log det = %.10f\n", logdet);
  cudaFree(d);
  free(h);
  return 0;
}
