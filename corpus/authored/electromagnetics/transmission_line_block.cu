#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

// Sweep over load resistances: every block simulates one lossy transmission line
// (telegrapher's equations, V and I staggered) entirely in shared memory.

#define CELLS 256

__global__ void line_sweep(const float *load_ohm, float *v_end, int steps, float cv, float ci, float loss)
{
  __shared__ float V[CELLS + 1];
  __shared__ float I[CELLS];

  int k = threadIdx.x;
  float r_load = load_ohm[blockIdx.x];
  V[k] = 0.0f;
  I[k] = 0.0f;
  if (k == 0) V[CELLS] = 0.0f;
  __syncthreads();

  for (int n = 0; n < steps; n++) {
    I[k] = loss * I[k] - ci * (V[k + 1] - V[k]);
    __syncthreads();
    if (k == 0)
      V[0] = n < 40 ? 1.0f : 0.0f;                 // source pulse, matched is not attempted
    else
      V[k] = V[k] - cv * (I[k] - I[k - 1]);
    if (k == CELLS - 1)
      V[CELLS] = (V[CELLS] + cv * (I[k] - 0.5f * V[CELLS] / r_load)) / (1.0f + 0.5f * cv / r_load);
    __syncthreads();
    if (k == 0)
      v_end[blockIdx.x * steps + n] = V[CELLS];
  }
}

int main(int argc, char **argv)
{
  int lines = 96;
  int steps = argc > 1 ? atoi(argv[1]) : 600;
  float *r = (float *)malloc(lines * sizeof(float));
  for (int i = 0; i < lines; i++) r[i] = 0.2f + 0.05f * i;

  float *d_r, *d_v;
  cudaMalloc(&d_r, lines * sizeof(float));
  cudaMalloc(&d_v, lines * steps * sizeof(float));
  cudaMemcpy(d_r, r, lines * sizeof(float), cudaMemcpyHostToDevice);

  line_sweep<<<lines, CELLS>>>(d_r, d_v, steps, 0.9f, 0.9f, 0.999f);

  float *v = (float *)malloc(lines * steps * sizeof(float));
  cudaMemcpy(v, d_v, lines * steps * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < lines; i += 16) {
    float peak = 0.0f;
    for (int n = 0; n < steps; n++)
      if (v[i * steps + n] > peak) peak = v[i * steps + n];
    printf("load %.2f  peak %.4f\n", r[i], peak);
  }
  cudaFree(d_r);
  cudaFree(d_v);
  free(r);
  free(v);
  return 0;
}
