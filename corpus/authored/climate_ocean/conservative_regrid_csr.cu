#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

/* Conservative remapping from an ocean grid to an atmosphere grid with precomputed overlap
   weights in CSR form. Eight lanes cooperate on a target cell (rows hold 12 to 16 overlaps),
   and several fields are remapped with the same weights. */

#define LANES 8
#define FIELDS 4

__global__ void remap(const int *__restrict__ row_ptr, const int *__restrict__ src_cell, const float *__restrict__ weight,
                      const float *__restrict__ src, float *__restrict__ dst, int n_dst, int n_src)
{
  const int gid = blockIdx.x * blockDim.x + threadIdx.x;
  const int cell = gid / LANES, sub = gid % LANES;
  float acc[FIELDS] = {0.f, 0.f, 0.f, 0.f};

  if (cell < n_dst) {
    const int end = row_ptr[cell + 1];
    for (int k = row_ptr[cell] + sub; k < end; k += LANES) {
      const int s = src_cell[k];
      const float w = weight[k];
#pragma unroll
      for (int f = 0; f < FIELDS; f++)
        acc[f] += w * src[f * n_src + s];
    }
  }
#pragma unroll
  for (int f = 0; f < FIELDS; f++)
    for (int o = LANES / 2; o > 0; o >>= 1)
      acc[f] += __shfl_down_sync(0xffffffffu, acc[f], o, LANES);

  if (cell < n_dst && sub == 0)
    for (int f = 0; f < FIELDS; f++)
      dst[f * n_dst + cell] = acc[f];
}

int main()
{
  const int sx = 1440, sy = 720, n_src = sx * sy;         /* quarter degree */
  const int dx = 360, dy = 180, n_dst = dx * dy;          /* one degree: 4 x 4 sources each */
  const int per = 16, nnz = n_dst * per;

  int *ptr = (int *)malloc((n_dst + 1) * sizeof(int));
  int *col = (int *)malloc(nnz * sizeof(int));
  float *w = (float *)malloc(nnz * sizeof(float));
  float *src = (float *)malloc((size_t)FIELDS * n_src * sizeof(float));
  for (int r = 0; r <= n_dst; r++) ptr[r] = r * per;
  for (int j = 0; j < dy; j++)
    for (int i = 0; i < dx; i++)
      for (int b = 0; b < 4; b++)
        for (int a = 0; a < 4; a++)
          col[((j * dx + i) * 4 + b) * 4 + a] = (4 * j + b) * sx + 4 * i + a;
  for (int k = 0; k < nnz; k++) w[k] = 1.0f / per;
  for (int s = 0; s < FIELDS * n_src; s++) src[s] = 273.0f + (s % 30);

  int *d_ptr, *d_col;
  float *d_w, *d_src, *d_dst;
  cudaMalloc(&d_ptr, (n_dst + 1) * sizeof(int));
  cudaMalloc(&d_col, nnz * sizeof(int));
  cudaMalloc(&d_w, nnz * sizeof(float));
  cudaMalloc(&d_src, (size_t)FIELDS * n_src * sizeof(float));
  cudaMalloc(&d_dst, (size_t)FIELDS * n_dst * sizeof(float));
  cudaMemcpy(d_ptr, ptr, (n_dst + 1) * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_col, col, nnz * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_w, w, nnz * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_src, src, (size_t)FIELDS * n_src * sizeof(float), cudaMemcpyHostToDevice);

  remap<<<(n_dst * LANES + 255) / 256, 256>>>(d_ptr, d_col, d_w, d_src, d_dst, n_dst, n_src);

  float *out = (float *)malloc((size_t)FIELDS * n_dst * sizeof(float));
  cudaMemcpy(out, d_dst, (size_t)FIELDS * n_dst * sizeof(float), cudaMemcpyDeviceToHost);
  double a = 0, b = 0;
  for (int s = 0; s < n_src; s++) a += src[s];
  for (int t = 0; t < n_dst; t++) b += out[t];
  printf("mean before %.6f after %.6f\n", a / n_src, b / n_dst);
  cudaFree(d_ptr); cudaFree(d_col); cudaFree(d_w); cudaFree(d_src); cudaFree(d_dst);
  free(ptr); free(col); free(w); free(src); free(out);
  return 0;
}
