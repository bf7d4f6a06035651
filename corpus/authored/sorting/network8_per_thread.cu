#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

/* Groups of eight ints sorted by a fixed network of 19 comparators, one group
   per thread, fully in registers (neighbour lists, small buckets). */

#define CAS(a, b) { int lo = min(v[a], v[b]); int hi = max(v[a], v[b]); v[a] = lo; v[b] = hi; }

__global__ void sort8(int4 *groups, int count)
{
  int g = blockIdx.x * blockDim.x + threadIdx.x;
  if (g >= count) return;

  int4 p = groups[2 * g], q = groups[2 * g + 1];
  int v[8] = { p.x, p.y, p.z, p.w, q.x, q.y, q.z, q.w };

  CAS(0, 1) CAS(2, 3) CAS(4, 5) CAS(6, 7)
  CAS(0, 2) CAS(1, 3) CAS(4, 6) CAS(5, 7)
  CAS(1, 2) CAS(5, 6) CAS(0, 4) CAS(3, 7)
  CAS(1, 5) CAS(2, 6)
  CAS(1, 4) CAS(3, 6)
  CAS(2, 4) CAS(3, 5)
  CAS(3, 4)

  groups[2 * g] = make_int4(v[0], v[1], v[2], v[3]);
  groups[2 * g + 1] = make_int4(v[4], v[5], v[6], v[7]);
}

int main(void)
{
  const int count = 900000;
  int *h = (int *)malloc(count * 8 * sizeof(int));
  int *d;
  srand(5);
  for (int i = 0; i < count * 8; i++)
    h[i] = rand();

  cudaMalloc((void **)&d, count * 8 * sizeof(int));
  cudaMemcpy(d, h, count * 8 * sizeof(int), cudaMemcpyHostToDevice);
  sort8<<<(count + 191) / 192, 192>>>((int4 *)d, count);
  cudaMemcpy(h, d, count * 8 * sizeof(int), cudaMemcpyDeviceToHost);

  long bad = 0;
  for (int g = 0; g < count; g++)
    for (int k = 1; k < 8; k++)
      bad += h[8 * g + k - 1] > h[8 * g + k];
  printf("%ld pairs out of order\n", bad);
  cudaFree(d);
  free(h);
  return bad != 0;
}
