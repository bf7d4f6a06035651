#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

/* Column store: a page keeps 16-bit codes, the dictionary keeps the doubles. NULL is code 0xFFFF. */

__global__ void decode_page(const unsigned short *codes, const double *dictionary, double null_value,
                            double *column, int rows)
{
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    unsigned short code = codes[row];
    if (code == 0xFFFF)
      column[row] = null_value;
    else
      column[row] = dictionary[code];
  }
}

int main(void)
{
  const int rows = 6000000, entries = 20000;
  unsigned short *codes = (unsigned short *)malloc(rows * sizeof(unsigned short));
  double *dictionary = (double *)malloc(entries * sizeof(double));
  int i;
  for (i = 0; i < rows; i++)
    codes[i] = (unsigned short)((i * 7877u) % 20000u);
  for (i = 0; i < entries; i++)
    dictionary[i] = 0.01 * i;

  unsigned short *d_codes;
  double *d_dict, *d_col;
  cudaMalloc((void **)&d_codes, rows * sizeof(unsigned short));
  cudaMalloc((void **)&d_dict, entries * sizeof(double));
  cudaMalloc((void **)&d_col, rows * sizeof(double));
  cudaMemcpy(d_codes, codes, rows * sizeof(unsigned short), cudaMemcpyHostToDevice);
  cudaMemcpy(d_dict, dictionary, entries * sizeof(double), cudaMemcpyHostToDevice);

  int tpb = 320;
  int nblocks = rows / tpb;
  if (rows % tpb) nblocks++;
  decode_page<<<nblocks, tpb>>>(d_codes, d_dict, -1.0, d_col, rows);

  double tail[10];
  cudaMemcpy(tail, d_col + rows - 10, sizeof(tail), cudaMemcpyDeviceToHost);
  for (i = 0; i < 10; i++)
    printf("%g ", tail[i]);
  printf("\n");
  cudaFree(d_codes); cudaFree(d_dict); cudaFree(d_col);
  free(codes); free(dictionary);
  return 0;
}
