#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CUDA_OK(e) do { cudaError_t r_ = (e); if (r_ != cudaSuccess) { \
    fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(r_)); exit(1); } } while (0)

/* (I - r d2/dy2) u = rhs on every column, Dirichlet zero at top and bottom.
   The forward coefficients cp go to scratch memory, u is overwritten in place. */
__global__ void thomas_columns(float *u, float *cp, int ncols, int nrows, float r)
{
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (col >= ncols) return;

  float diag = 1.0f + 2.0f * r;
  float c = -r / diag;
  float d = u[col] / diag;
  cp[col] = c;
  u[col] = d;
  for (int j = 1; j < nrows; j++) {
    int p = j * ncols + col;
    float m = 1.0f / (diag + r * c);
    c = -r * m;
    d = (u[p] + r * d) * m;
    cp[p] = c;
    u[p] = d;
  }
  for (int j = nrows - 2; j >= 0; j--) {
    int p = j * ncols + col;
    d = u[p] - cp[p] * d;
    u[p] = d;
  }
}

int main(void)
{
  const int ncols = 2048, nrows = 512;
  const size_t sz = (size_t)ncols * nrows * sizeof(float);
  float *h = (float *)malloc(sz);
  for (int j = 0; j < nrows; j++)
    for (int i = 0; i < ncols; i++)
      h[j * ncols + i] = (float)((i * 7 + j * 13) % 101) / 101.0f;

  float *u, *cp;
  CUDA_OK(cudaMalloc(&u, sz));
  CUDA_OK(cudaMalloc(&cp, sz));
  CUDA_OK(cudaMemcpy(u, h, sz, cudaMemcpyHostToDevice));

  thomas_columns<<<(ncols + 63) / 64, 64>>>(u, cp, ncols, nrows, 0.75f);
  CUDA_OK(cudaGetLastError());

  float *g = (float *)malloc(sz);
  CUDA_OK(cudaMemcpy(g, u, sz, cudaMemcpyDeviceToHost));

  /* residual of the first column against the original right hand side */
  float worst = 0.0f;
  for (int j = 0; j < nrows; j++) {
    float lo = j > 0 ? g[(j - 1) * ncols] : 0.0f;
    float hi = j < nrows - 1 ? g[(j + 1) * ncols] : 0.0f;
    float e = (1.0f + 1.5f) * g[j * ncols] - 0.75f * (lo + hi) - h[j * ncols];
    if (e < 0) e = -e;
    if (e > worst) worst = e;
  }
  printf("max residual %g\n", worst);
  CUDA_OK(cudaFree(u));
  CUDA_OK(cudaFree(cp));
  free(h); free(g);
  return 0;
}
