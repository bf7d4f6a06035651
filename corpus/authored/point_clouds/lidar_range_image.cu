#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuda_runtime.h>

#define RINGS 64
#define COLUMNS 2048
#define NUM_POINTS (1 << 20)

/* Projects a merged lidar sweep to a range image; the nearest return wins.
   Ranges are kept in millimetres so that atomicMin on int can be used. */
__global__ void projectPoints(const float4 *points, int *rangeImage, int numPoints, float fovUp, float fovDown)
{
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx >= numPoints) return;

  float4 p = points[idx];
  float range = sqrtf(p.x * p.x + p.y * p.y + p.z * p.z);
  if (range < 0.5f) return;

  float yaw = atan2f(p.y, p.x);
  float pitch = asinf(p.z / range);
  int col = (int)(0.5f * (1.0f - yaw / 3.14159265f) * COLUMNS);
  int row = (int)((fovUp - pitch) / (fovUp - fovDown) * RINGS);
  col = min(max(col, 0), COLUMNS - 1);
  row = min(max(row, 0), RINGS - 1);
  atomicMin(&rangeImage[row * COLUMNS + col], (int)(range * 1000.0f));
}

__global__ void clearImage(int *rangeImage)
{
  rangeImage[blockIdx.x * blockDim.x + threadIdx.x] = 0x7fffffff;
}

int main()
{
  float4 *h_points = (float4 *)malloc(NUM_POINTS * sizeof(float4));
  for (int i = 0; i < NUM_POINTS; i++) {
    float az = 6.2831853f * rand() / RAND_MAX;
    float el = -0.43f + 0.47f * rand() / RAND_MAX;
    float r = 2.0f + 60.0f * rand() / RAND_MAX;
    h_points[i].x = r * cosf(el) * cosf(az);
    h_points[i].y = r * cosf(el) * sinf(az);
    h_points[i].z = r * sinf(el);
    h_points[i].w = 1.0f;
  }

  float4 *d_points;
  int *d_image;
  cudaMalloc((void **)&d_points, NUM_POINTS * sizeof(float4));
  cudaMalloc((void **)&d_image, RINGS * COLUMNS * sizeof(int));
  cudaMemcpy(d_points, h_points, NUM_POINTS * sizeof(float4), cudaMemcpyHostToDevice);

  clearImage<<<RINGS * COLUMNS / 256, 256>>>(d_image);
  projectPoints<<<NUM_POINTS / 256, 256>>>(d_points, d_image, NUM_POINTS, 0.05f, -0.44f);

  int *image = (int *)malloc(RINGS * COLUMNS * sizeof(int));
  cudaMemcpy(image, d_image, RINGS * COLUMNS * sizeof(int), cudaMemcpyDeviceToHost);
  int filled = 0;
  for (int i = 0; i < RINGS * COLUMNS; i++)
    if (image[i] != 0x7fffffff) filled++;
  printf("%d of %d cells filled\n", filled, RINGS * COLUMNS);
  cudaFree(d_points);
  cudaFree(d_image);
  free(h_points);
  free(image);
  return 0;
}
