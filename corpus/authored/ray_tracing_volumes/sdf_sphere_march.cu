#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>

/* Sphere tracing of a small scene of signed distance functions: a ground plane, a torus and a
 * rounded box, joined with a smooth minimum. Lambert shading with a marched soft shadow. */

static const int WIDTH = 800, HEIGHT = 450;

__device__ float smin(float a, float b, float k)
{
  float h = fmaxf(k - fabsf(a - b), 0.0f) / k;
  return fminf(a, b) - h * h * k * 0.25f;
}

__device__ float scene(float x, float y, float z)
{
  float ground = y + 1.0f;

  float ring = sqrtf(x * x + z * z) - 1.4f;
  float torus = sqrtf(ring * ring + y * y) - 0.35f;

  float qx = fabsf(x) - 0.5f, qy = fabsf(y - 0.4f) - 0.7f, qz = fabsf(z) - 0.5f;
  float mx = fmaxf(qx, 0.0f), my = fmaxf(qy, 0.0f), mz = fmaxf(qz, 0.0f);
  float box = sqrtf(mx * mx + my * my + mz * mz) + fminf(fmaxf(qx, fmaxf(qy, qz)), 0.0f) - 0.1f;

  return fminf(ground, smin(torus, box, 0.3f));
}

__global__ void march(float *image, int width, int height, float angle)
{
  int px = blockIdx.x * blockDim.x + threadIdx.x;
  int py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= width || py >= height) return;

  float s = sinf(angle), c = cosf(angle);
  float ox = 5.0f * s, oy = 1.5f, oz = -5.0f * c;
  float u = (2.0f * px - width) / height, v = (height - 2.0f * py) / height;
  float dx = u * c - 1.8f * s, dy = v - 0.4f, dz = u * s + 1.8f * c;
  float inv = rsqrtf(dx * dx + dy * dy + dz * dz);
  dx *= inv; dy *= inv; dz *= inv;

  float t = 0.0f;
  int hit = 0;
  for (int i = 0; i < 96; i++) {
    float d = scene(ox + t * dx, oy + t * dy, oz + t * dz);
    if (d < 0.001f * t) { hit = 1; break; }
    t += d;
    if (t > 20.0f) break;
  }

  float shade = 0.05f;
  if (hit) {
    float x = ox + t * dx, y = oy + t * dy, z = oz + t * dz;
    const float e = 0.001f;
    float nx = scene(x + e, y, z) - scene(x - e, y, z);
    float ny = scene(x, y + e, z) - scene(x, y - e, z);
    float nz = scene(x, y, z + e) - scene(x, y, z - e);
    float nl = rsqrtf(nx * nx + ny * ny + nz * nz);
    float lx = 0.48f, ly = 0.8f, lz = -0.36f;
    float diffuse = fmaxf((nx * lx + ny * ly + nz * lz) * nl, 0.0f);

    float shadow = 1.0f, st = 0.02f;
    for (int i = 0; i < 32; i++) {
      float d = scene(x + st * lx, y + st * ly, z + st * lz);
      shadow = fminf(shadow, 8.0f * d / st);
      st += fminf(fmaxf(d, 0.02f), 0.25f);
    }
    shade = 0.1f + 0.9f * diffuse * fmaxf(shadow, 0.0f);
  }
  image[py * width + px] = shade;
}

int main(void)
{
  float *dImage;
  static float image[800 * 450];
  cudaMalloc(&dImage, sizeof(image));

  dim3 threads(16, 8);
  dim3 blocks((WIDTH + 15) / 16, (HEIGHT + 7) / 8);
  march<<<blocks, threads>>>(dImage, WIDTH, HEIGHT, 0.5f);
  cudaMemcpy(image, dImage, sizeof(image), cudaMemcpyDeviceToHost);

  const char *ramp = " .:-=+*#%@";
  for (int y = 10; y < HEIGHT; y += 18) {
    for (int x = 5; x < WIDTH; x += 10) {
      int k = (int)(image[y * WIDTH + x] * 9.99f);
      putchar(ramp[k < 0 ? 0 : k > 9 ? 9 : k]);
    }
    putchar('\n');
  }
  cudaFree(dImage);
  return 0;
}
