#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

typedef unsigned char u8;

/* Brown-Conrady model, coefficients from the calibration sheet */
typedef struct {
  double fx, fy, cx, cy;
  double k1, k2, k3, p1, p2;
} camera_t;

__global__ void undistort(const u8 *raw, u8 *flat, int w, int h, camera_t cam)
{
  int u = blockIdx.x * blockDim.x + threadIdx.x;
  int v = blockIdx.y * blockDim.y + threadIdx.y;
  if (u >= w || v >= h) return;

  double x = (u - cam.cx) / cam.fx;
  double y = (v - cam.cy) / cam.fy;
  double r2 = x * x + y * y;
  double radial = 1.0 + r2 * (cam.k1 + r2 * (cam.k2 + r2 * cam.k3));
  double xd = x * radial + 2.0 * cam.p1 * x * y + cam.p2 * (r2 + 2.0 * x * x);
  double yd = y * radial + cam.p1 * (r2 + 2.0 * y * y) + 2.0 * cam.p2 * x * y;

  float su = (float)(cam.fx * xd + cam.cx);
  float sv = (float)(cam.fy * yd + cam.cy);
  u8 value = 0;
  if (su >= 0.f && sv >= 0.f && su < w - 1 && sv < h - 1) {
    int iu = (int)su, iv = (int)sv;
    float a = su - iu, b = sv - iv;
    const u8 *p = raw + iv * w + iu;
    float top = p[0] + a * (p[1] - p[0]);
    float bottom = p[w] + a * (p[w + 1] - p[w]);
    value = (u8)(top + b * (bottom - top) + 0.5f);
  }
  flat[v * w + u] = value;
}

int main(void)
{
  int w = 1936, h = 1216;
  camera_t cam = { 1210.5, 1208.9, 967.2, 611.4, -0.31, 0.12, -0.021, 4.1e-4, -2.3e-4 };

  u8 *img = (u8 *)malloc(w * h);
  for (int v = 0; v < h; v++)
    for (int u = 0; u < w; u++)
      img[v * w + u] = (u % 64 < 4 || v % 64 < 4) ? 230 : 40;   /* calibration grid */

  u8 *d_raw, *d_flat;
  cudaMalloc((void **)&d_raw, w * h);
  cudaMalloc((void **)&d_flat, w * h);
  cudaMemcpy(d_raw, img, w * h, cudaMemcpyHostToDevice);
  cudaMemset(d_flat, 0, w * h);

  dim3 tb(16, 16), nb((w + 15) / 16, (h + 15) / 16);
  undistort<<<nb, tb>>>(d_raw, d_flat, w, h, cam);

  cudaMemcpy(img, d_flat, w * h, cudaMemcpyDeviceToHost);
  long black = 0;
  for (int i = 0; i < w * h; i++) black += img[i] == 0;
  printf("%ld pixels fall outside the sensor\n", black);
  cudaFree(d_raw); cudaFree(d_flat); free(img);
  return 0;
}
