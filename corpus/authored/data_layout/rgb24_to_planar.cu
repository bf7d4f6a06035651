/**
 *  Packed 24-bit RGB to planar. Four pixels are exactly three 32-bit words,
 *  so a thread reads three words and writes one word into each plane.
 */
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void rgb_to_planar(const unsigned *packed, unsigned *red, unsigned *green,
                              unsigned *blue, int groups)
{
  int g = blockIdx.x * blockDim.x + threadIdx.x;
  if (g >= groups) return;

  unsigned w0 = packed[3 * g];        // r0 g0 b0 r1
  unsigned w1 = packed[3 * g + 1];    // g1 b1 r2 g2
  unsigned w2 = packed[3 * g + 2];    // b2 r3 g3 b3

  red[g] = (w0 & 0xff) | ((w0 >> 24) << 8) | (((w1 >> 16) & 0xff) << 16) | (((w2 >> 8) & 0xff) << 24);
  green[g] = ((w0 >> 8) & 0xff) | ((w1 & 0xff) << 8) | ((w1 >> 24) << 16) | (((w2 >> 16) & 0xff) << 24);
  blue[g] = ((w0 >> 16) & 0xff) | (((w1 >> 8) & 0xff) << 8) | ((w2 & 0xff) << 16) | ((w2 >> 24) << 24);
}

int main()
{
  const int w = 1920, h = 1080;
  const int pixels = w * h;
  unsigned char *frame = (unsigned char *)malloc(3 * pixels);
  for (int p = 0; p < pixels; ++p) {
    frame[3 * p + 0] = p & 255;
    frame[3 * p + 1] = (p >> 3) & 255;
    frame[3 * p + 2] = 255 - (p & 127);
  }

  unsigned char *dPacked, *dPlanes[3];
  cudaMalloc(&dPacked, 3 * pixels);
  for (int c = 0; c < 3; ++c) cudaMalloc(&dPlanes[c], pixels);
  cudaMemcpy(dPacked, frame, 3 * pixels, cudaMemcpyHostToDevice);

  int groups = pixels / 4;
  rgb_to_planar<<<(groups + 255) / 256, 256>>>((const unsigned *)dPacked, (unsigned *)dPlanes[0],
                                               (unsigned *)dPlanes[1], (unsigned *)dPlanes[2], groups);

  unsigned char *plane = (unsigned char *)malloc(pixels);
  for (int c = 0; c < 3; ++c) {
    cudaMemcpy(plane, dPlanes[c], pixels, cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int p = 0; p < pixels; ++p) bad += plane[p] != frame[3 * p + c];
    printf("plane %d: %d bad\n", c, bad);
    cudaFree(dPlanes[c]);
  }
  cudaFree(dPacked);
  free(frame);
  free(plane);
  return 0;
}
