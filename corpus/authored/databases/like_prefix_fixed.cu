#include <stdio.h>
#include <string.h>
#include <stdlib.h>

#define WIDTH 24

struct Prefix { char c[WIDTH]; int len; };

// name LIKE 'prefix%'
__global__ void likePrefix(const char *names, int rows, Prefix prefix, unsigned char *selected)
{
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const char *name = names + row * WIDTH;
  unsigned char match = 1;
  for (int i = 0; i < prefix.len; i++)
    if (name[i] != prefix.c[i])
      match = 0;
  selected[row] = match;
}

int main()
{
  const int rows = 1200000;
  char *names = (char *)malloc(rows * WIDTH);
  for (int r = 0; r < rows; r++)
    for (int i = 0; i < WIDTH; i++)
      names[r * WIDTH + i] = 'A' + (r / (i + 1)) % 4;

  Prefix p;
  memset(&p, 0, sizeof(p));
  strcpy(p.c, "AAAB");
  p.len = 4;

  char *d_names;
  unsigned char *d_sel;
  cudaMalloc(&d_names, rows * WIDTH);
  cudaMalloc(&d_sel, rows);
  cudaMemcpy(d_names, names, rows * WIDTH, cudaMemcpyHostToDevice);

  likePrefix<<<rows / 96, 96>>>(d_names, rows, p, d_sel);

  unsigned char *sel = (unsigned char *)malloc(rows);
  cudaMemcpy(sel, d_sel, rows, cudaMemcpyDeviceToHost);
  int n = 0;
  for (int r = 0; r < rows; r++) n += sel[r];
  printf("%d rows like '%s%%'\n", n, p.c);
  return 0;
}
