#include <stdio.h>
#include <stdlib.h>

/* One clock of an FPGA-like fabric: every cell looks up four neighbours of the previous
   state (wrap-around) in its own 16-bit configuration. */

#define WIDTH 1920
#define HEIGHT 1080

__global__ void clock_fabric(const unsigned short *config, const unsigned char *state, unsigned char *next)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= WIDTH || y >= HEIGHT) return;
  int n = y == 0 ? HEIGHT - 1 : y - 1;
  int s = y == HEIGHT - 1 ? 0 : y + 1;
  int w = x == 0 ? WIDTH - 1 : x - 1;
  int e = x == WIDTH - 1 ? 0 : x + 1;
  int index = state[n * WIDTH + x] | state[s * WIDTH + x] << 1 | state[y * WIDTH + w] << 2 | state[y * WIDTH + e] << 3;
  next[y * WIDTH + x] = (config[y * WIDTH + x] >> index) & 1;
}

int main()
{
  int cells = WIDTH * HEIGHT;
  unsigned short *config = (unsigned short *)malloc(cells * sizeof(unsigned short));
  unsigned char *state = (unsigned char *)malloc(cells);
  for (int i = 0; i < cells; i++) {
    config[i] = (unsigned short)(i * 40503u >> 4);
    state[i] = (i / 3) & 1;
  }

  unsigned short *dConfig;
  unsigned char *d0, *d1;
  cudaMalloc((void **)&dConfig, cells * sizeof(unsigned short));
  cudaMalloc((void **)&d0, cells);
  cudaMalloc((void **)&d1, cells);
  cudaMemcpy(dConfig, config, cells * sizeof(unsigned short), cudaMemcpyHostToDevice);
  cudaMemcpy(d0, state, cells, cudaMemcpyHostToDevice);

  dim3 threads(64, 4);
  dim3 blocks((WIDTH + 63) / 64, (HEIGHT + 3) / 4);
  for (int cycle = 0; cycle < 10; cycle++) {
    clock_fabric<<<blocks, threads>>>(dConfig, d0, d1);
    clock_fabric<<<blocks, threads>>>(dConfig, d1, d0);
  }
  cudaMemcpy(state, d0, cells, cudaMemcpyDeviceToHost);
  int ones = 0;
  for (int i = 0; i < cells; i++) ones += state[i];
  printf("%d ones after 20 clocks\n", ones);
  return 0;
}
