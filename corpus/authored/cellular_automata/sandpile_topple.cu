#include <stdio.h>
#include <stdlib.h>

#define N 1500
#define PITCH (N + 2)

/* All unstable sites topple at once; the border is a sink that is never read back. */
__global__ void topple(const int *z, int *znew, int *unstable)
{
  int c = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int r = blockIdx.y + 1;
  if (c <= N) {
    int here = z[r * PITCH + c];
    int in = (z[(r - 1) * PITCH + c] >> 2) + (z[(r + 1) * PITCH + c] >> 2)
           + (z[r * PITCH + c - 1] >> 2) + (z[r * PITCH + c + 1] >> 2);
    int out = (here & 3) + in;
    znew[r * PITCH + c] = out;
    if (out >= 4) *unstable = 1;
  }
}

int main(int argc, char **argv)
{
  int sweeps = 10;
  size_t bytes = (size_t)PITCH * PITCH * sizeof(int);
  int *z = (int *)malloc(bytes);
  for (int r = 0; r < PITCH; r++)
    for (int c = 0; c < PITCH; c++)
      z[r * PITCH + c] = (r == 0 || c == 0 || r > N || c > N) ? 0 : 2 + (r * c + c) % 9;

  int *dz, *dznew, *d_unstable, unstable;
  cudaMalloc((void**)&dz, bytes);
  cudaMalloc((void**)&dznew, bytes);
  cudaMalloc((void**)&d_unstable, sizeof(int));
  cudaMemcpy(dz, z, bytes, cudaMemcpyHostToDevice);
  cudaMemset(dznew, 0, bytes);

  dim3 grid((N + 127) / 128, N);
  for (int s = 0; s < sweeps; s++) {
    cudaMemset(d_unstable, 0, sizeof(int));
    topple<<<grid, 128>>>(dz, dznew, d_unstable);
    topple<<<grid, 128>>>(dznew, dz, d_unstable);
  }
  cudaMemcpy(&unstable, d_unstable, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(z, dz, bytes, cudaMemcpyDeviceToHost);
  long grains = 0;
  for (int i = 0; i < PITCH * PITCH; i++) grains += z[i];
  printf("%ld grains left, %s\n", grains, unstable ? "still toppling" : "stable");
  cudaFree(dz); cudaFree(dznew); cudaFree(d_unstable);
  free(z);
  return 0;
}
