#include <cuda_runtime.h>
#include <cstdio>
#include <utility>
#include <vector>

// Value iteration on a grid world, four moves with slip: with probability 0.8 the robot goes
// where it wants, with 0.1 each to the sides. Jacobi sweeps, tile with halo in shared memory.

template <int TILE>
__global__ void bellmanSweep(const float* __restrict__ value, const float* __restrict__ reward,
                             float* __restrict__ next, int n, float gamma)
{
  __shared__ float V[TILE + 2][TILE + 2];
  const int gx = blockIdx.x * TILE + threadIdx.x, gy = blockIdx.y * TILE + threadIdx.y;
  const int lx = threadIdx.x + 1, ly = threadIdx.y + 1;

  // walls reflect, so the halo outside of the map repeats the border
  V[ly][lx] = value[gy * n + gx];
  if (threadIdx.x == 0) V[ly][0] = value[gy * n + max(gx - 1, 0)];
  if (threadIdx.x == TILE - 1) V[ly][TILE + 1] = value[gy * n + min(gx + 1, n - 1)];
  if (threadIdx.y == 0) V[0][lx] = value[max(gy - 1, 0) * n + gx];
  if (threadIdx.y == TILE - 1) V[TILE + 1][lx] = value[min(gy + 1, n - 1) * n + gx];
  __syncthreads();

  const float e = V[ly][lx + 1], w = V[ly][lx - 1], s = V[ly + 1][lx], u = V[ly - 1][lx];
  const float east = 0.8f * e + 0.1f * (s + u);
  const float west = 0.8f * w + 0.1f * (s + u);
  const float south = 0.8f * s + 0.1f * (e + w);
  const float north = 0.8f * u + 0.1f * (e + w);
  next[gy * n + gx] = reward[gy * n + gx] + gamma * fmaxf(fmaxf(east, west), fmaxf(south, north));
}

int main()
{
  constexpr int n = 1024, tile = 16, sweeps = 20;
  std::vector<float> reward(n * n, -0.04f);
  for (int k = 0; k < n; ++k) reward[k * n + (k * 37) % n] = -1.0f;      // traps
  reward[700 * n + 300] = 10.0f;

  const size_t bytes = n * n * sizeof(float);
  float *v0, *v1, *r;
  cudaMalloc(&v0, bytes);
  cudaMalloc(&v1, bytes);
  cudaMalloc(&r, bytes);
  cudaMemset(v0, 0, bytes);
  cudaMemcpy(r, reward.data(), bytes, cudaMemcpyHostToDevice);

  const dim3 threads(tile, tile), blocks(n / tile, n / tile);
  for (int k = 0; k < sweeps; ++k) {
    bellmanSweep<tile><<<blocks, threads>>>(v0, r, v1, n, 0.98f);
    std::swap(v0, v1);
  }

  float near = 0.f;
  cudaMemcpy(&near, v0 + 700 * n + 305, sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("value five cells from the goal: %.4f\n", near);
  cudaFree(v0);
  cudaFree(v1);
  cudaFree(r);
  return 0;
}
