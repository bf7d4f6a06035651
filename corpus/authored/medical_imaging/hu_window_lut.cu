#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

// Display window for CT slices: Hounsfield units -> 8 bit grey, for three presets at once
// (brain, bone, lung). First version, one thread per slice row.

#define WIDTH 512
#define HEIGHT 512
#define SLICES 24

__global__ void window_rows(short *hu, unsigned char *brain, unsigned char *bone, unsigned char *lung)
{
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int slice = blockIdx.y;
  if (row < HEIGHT)
  {
    for (int x = 0; x < WIDTH; x++)
    {
      int i = slice * WIDTH * HEIGHT + row * WIDTH + x;
      float v = hu[i];
      float b = (v - 0.0f) / 80.0f * 255.0f;          // level 40, width 80
      float k = (v + 450.0f) / 1500.0f * 255.0f;      // level 300, width 1500
      float l = (v + 1350.0f) / 1500.0f * 255.0f;     // level -600, width 1500
      if (b < 0) b = 0;
      if (b > 255) b = 255;
      if (k < 0) k = 0;
      if (k > 255) k = 255;
      if (l < 0) l = 0;
      if (l > 255) l = 255;
      brain[i] = (unsigned char)b;
      bone[i] = (unsigned char)k;
      lung[i] = (unsigned char)l;
    }
  }
}

int main()
{
  int total = WIDTH * HEIGHT * SLICES;
  short *h_hu = (short *)malloc(total * sizeof(short));
  for (int i = 0; i < total; i++)
    h_hu[i] = (i % 3000) - 1000;

  short *d_hu;
  unsigned char *d_brain, *d_bone, *d_lung;
  cudaMalloc((void **)&d_hu, total * sizeof(short));
  cudaMalloc((void **)&d_brain, total);
  cudaMalloc((void **)&d_bone, total);
  cudaMalloc((void **)&d_lung, total);
  cudaMemcpy(d_hu, h_hu, total * sizeof(short), cudaMemcpyHostToDevice);

  window_rows<<<dim3(HEIGHT / 64, SLICES), 64>>>(d_hu, d_brain, d_bone, d_lung);

  unsigned char *out = (unsigned char *)malloc(total);
  cudaMemcpy(out, d_bone, total, cudaMemcpyDeviceToHost);
  printf("bone window: %d %d %d\n", out[0], out[1300], out[2999]);
  cudaFree(d_hu);
  cudaFree(d_brain);
  cudaFree(d_bone);
  cudaFree(d_lung);
  free(h_hu);
  free(out);
  return 0;
}
