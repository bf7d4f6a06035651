// One Gauss-Newton step of sparse optical flow. A warp works on one feature: the lanes
// share the 15x15 window, then the 2x2 system is summed up by shuffles.
#include <cuda_runtime.h>
#include <stdio.h>
#include <math.h>

const int WIDTH = 1280;
const int HEIGHT = 720;
const int FEATURES = 3000;
const int RADIUS = 7;
const int SIDE = 2 * RADIUS + 1;

__device__ float bilinear(const float* img, float x, float y)
{
  x = fminf(fmaxf(x, 0.0f), WIDTH - 1.01f);
  y = fminf(fmaxf(y, 0.0f), HEIGHT - 1.01f);
  int xi = (int)x;
  int yi = (int)y;
  float u = x - xi, v = y - yi;
  const float* p = img + yi * WIDTH + xi;
  return (1 - v) * ((1 - u) * p[0] + u * p[1]) + v * ((1 - u) * p[WIDTH] + u * p[WIDTH + 1]);
}

__global__ void lkStep(const float* prev, const float* next, const float2* features, float2* flow)
{
  int warpId = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  int lane = threadIdx.x % 32;
  if (warpId >= FEATURES) return;

  float2 f = features[warpId];
  float2 d = flow[warpId];
  float gxx = 0, gxy = 0, gyy = 0, bx = 0, by = 0;
  for (int k = lane; k < SIDE * SIDE; k += 32) {
    float x = f.x + (k % SIDE - RADIUS);
    float y = f.y + (k / SIDE - RADIUS);
    float ix = 0.5f * (bilinear(prev, x + 1, y) - bilinear(prev, x - 1, y));
    float iy = 0.5f * (bilinear(prev, x, y + 1) - bilinear(prev, x, y - 1));
    float it = bilinear(prev, x, y) - bilinear(next, x + d.x, y + d.y);
    gxx += ix * ix;
    gxy += ix * iy;
    gyy += iy * iy;
    bx += ix * it;
    by += iy * it;
  }
  for (int o = 16; o > 0; o /= 2) {
    gxx += __shfl_down_sync(0xffffffff, gxx, o);
    gxy += __shfl_down_sync(0xffffffff, gxy, o);
    gyy += __shfl_down_sync(0xffffffff, gyy, o);
    bx += __shfl_down_sync(0xffffffff, bx, o);
    by += __shfl_down_sync(0xffffffff, by, o);
  }
  if (lane == 0) {
    float det = gxx * gyy - gxy * gxy;
    if (det > 1e-6f) {
      d.x += (gyy * bx - gxy * by) / det;
      d.y += (gxx * by - gxy * bx) / det;
    }
    flow[warpId] = d;
  }
}

int main()
{
  static float a[WIDTH * HEIGHT], b[WIDTH * HEIGHT];
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++) {
      a[y * WIDTH + x] = sinf(0.11f * x) * cosf(0.07f * y);
      b[y * WIDTH + x] = sinf(0.11f * (x - 1.5f)) * cosf(0.07f * (y + 0.8f));
    }
  static float2 pts[FEATURES], motion[FEATURES];
  for (int i = 0; i < FEATURES; i++) {
    pts[i].x = 20.0f + (i * 37) % (WIDTH - 40);
    pts[i].y = 20.0f + (i * 53) % (HEIGHT - 40);
    motion[i].x = 0.0f;
    motion[i].y = 0.0f;
  }

  float *dA, *dB;
  float2 *dPts, *dFlow;
  cudaMalloc(&dA, sizeof(a));
  cudaMalloc(&dB, sizeof(b));
  cudaMalloc(&dPts, sizeof(pts));
  cudaMalloc(&dFlow, sizeof(motion));
  cudaMemcpy(dA, a, sizeof(a), cudaMemcpyHostToDevice);
  cudaMemcpy(dB, b, sizeof(b), cudaMemcpyHostToDevice);
  cudaMemcpy(dPts, pts, sizeof(pts), cudaMemcpyHostToDevice);
  cudaMemcpy(dFlow, motion, sizeof(motion), cudaMemcpyHostToDevice);

  for (int iter = 0; iter < 4; iter++)
    lkStep<<<(FEATURES * 32 + 127) / 128, 128>>>(dA, dB, dPts, dFlow);

  cudaMemcpy(motion, dFlow, sizeof(motion), cudaMemcpyDeviceToHost);
  printf("flow of feature 100: %.3f %.3f\n", motion[100].x, motion[100].y);
  cudaFree(dA);
  cudaFree(dB);
  cudaFree(dPts);
  cudaFree(dFlow);
  return 0;
}
