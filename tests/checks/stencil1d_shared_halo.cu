#define RADIUS 8
#define BLOCK_SIZE 256
__constant__ float weight[2 * RADIUS + 1] = {0.01f, 0.02f, 0.03f, 0.04f, 0.06f, 0.07f, 0.08f, 0.09f, 0.2f,
                                             0.09f, 0.08f, 0.07f, 0.06f, 0.04f, 0.03f, 0.02f, 0.01f};
extern "C" __global__ void stencil1d_shared_halo(const float* in, float* out, int n) {
  __shared__ float cache[BLOCK_SIZE + 2 * RADIUS];
  const int g = blockIdx.x * BLOCK_SIZE + threadIdx.x;
  const int l = threadIdx.x + RADIUS;
  cache[l] = g < n ? in[g] : 0.0f;
  if (threadIdx.x < RADIUS) {
    cache[l - RADIUS] = g >= RADIUS ? in[g - RADIUS] : 0.0f;
    cache[l + BLOCK_SIZE] = g + BLOCK_SIZE < n ? in[g + BLOCK_SIZE] : 0.0f;
  }
  __syncthreads();
  if (g >= n) return;
  float acc = 0.0f;
#pragma unroll
  for (int k = -RADIUS; k <= RADIUS; ++k) acc += weight[k + RADIUS] * cache[l + k];
  out[g] = acc;
}
