#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CK(call) if ((call) != cudaSuccess) { fprintf(stderr, "cuda error line %d\n", __LINE__); exit(1); }

/* xoshiro128+ generators whose state survives between launches (uint4 per thread).
   The grid is fixed, every thread writes its share of the output. */

static __device__ unsigned next(uint4 &s)
{
  unsigned result = s.x + s.w;
  unsigned t = s.y << 9;
  s.z ^= s.x;
  s.w ^= s.y;
  s.y ^= s.z;
  s.x ^= s.w;
  s.z ^= t;
  s.w = (s.w << 11) | (s.w >> 21);
  return result;
}

__global__ void uniform_fill(uint4 *states, float *out, int n)
{
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  int total = gridDim.x * blockDim.x;
  uint4 s = states[id];
  for (int i = id; i < n; i += total)
    out[i] = (next(s) >> 8) * 5.9604645e-8f;
  states[id] = s;
}

int main()
{
  const int blocks = 132 * 2, threads = 512, gens = blocks * threads;
  const int n = 20000000;

  uint4 *h = (uint4 *)malloc(gens * sizeof(uint4));
  unsigned z = 777;
  for (int i = 0; i < gens; i++) {
    unsigned v[4];
    for (int k = 0; k < 4; k++) {           /* splitmix32 */
      z += 0x9e3779b9u;
      unsigned y = z;
      y = (y ^ (y >> 16)) * 0x85ebca6bu;
      y = (y ^ (y >> 13)) * 0xc2b2ae35u;
      v[k] = y ^ (y >> 16);
    }
    h[i] = make_uint4(v[0], v[1], v[2], v[3]);
  }

  uint4 *d_states;
  float *d_out;
  CK(cudaMalloc(&d_states, gens * sizeof(uint4)));
  CK(cudaMalloc(&d_out, n * sizeof(float)));
  CK(cudaMemcpy(d_states, h, gens * sizeof(uint4), cudaMemcpyHostToDevice));

  for (int pass = 0; pass < 3; pass++)
    uniform_fill<<<blocks, threads>>>(d_states, d_out, n);
  CK(cudaGetLastError());

  float *out = (float *)malloc(n * sizeof(float));
  CK(cudaMemcpy(out, d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
  double mean = 0;
  for (int i = 0; i < n; i++) mean += out[i];
  printf("mean %.6f\n", mean / n);
  return 0;
}
