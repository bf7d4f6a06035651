#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

/* The vector part of a conjugate-gradient iteration in one pass:
 *     x += alpha p,   r -= alpha q,   rr_new = r . r
 * alpha = rr / pq is formed on the device from scalars of earlier kernels,
 * so that the host never waits. */

typedef double Real;

__global__ void cgUpdate(int n, const Real *scalars, const Real *__restrict__ p,
                         const Real *__restrict__ q, Real *__restrict__ x,
                         Real *__restrict__ r, Real *rrNew)
{
  const Real alpha = scalars[0] / scalars[1];
  Real dot = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    x[i] += alpha * p[i];
    const Real ri = r[i] - alpha * q[i];
    r[i] = ri;
    dot += ri * ri;
  }

  __shared__ Real lanes[32];
  for (int o = 16; o > 0; o >>= 1) dot += __shfl_down_sync(0xffffffffu, dot, o);
  if (threadIdx.x % 32 == 0) lanes[threadIdx.x / 32] = dot;
  __syncthreads();
  if (threadIdx.x < 32) {
    dot = threadIdx.x < blockDim.x / 32 ? lanes[threadIdx.x] : Real(0);
    for (int o = 16; o > 0; o >>= 1) dot += __shfl_down_sync(0xffffffffu, dot, o);
    if (threadIdx.x == 0) atomicAdd(rrNew, dot);
  }
}

int main(int argc, char **argv)
{
  const int n = argc > 1 ? atoi(argv[1]) : 2000000;
  Real *h = (Real *)malloc(n * sizeof(Real));
  Real *p, *q, *x, *r, *scalars, *rr;
  cudaMalloc((void **)&p, n * sizeof(Real));
  cudaMalloc((void **)&q, n * sizeof(Real));
  cudaMalloc((void **)&x, n * sizeof(Real));
  cudaMalloc((void **)&r, n * sizeof(Real));
  cudaMalloc((void **)&scalars, 2 * sizeof(Real));
  cudaMalloc((void **)&rr, sizeof(Real));

  for (int i = 0; i < n; i++) h[i] = 1.0 - (i % 100) * 0.01;
  cudaMemcpy(p, h, n * sizeof(Real), cudaMemcpyHostToDevice);
  cudaMemcpy(r, h, n * sizeof(Real), cudaMemcpyHostToDevice);
  for (int i = 0; i < n; i++) h[i] = 2.0 * h[i];
  cudaMemcpy(q, h, n * sizeof(Real), cudaMemcpyHostToDevice);
  cudaMemset(x, 0, n * sizeof(Real));
  cudaMemset(rr, 0, sizeof(Real));
  const Real s[2] = {1.0, 2.0};
  cudaMemcpy(scalars, s, sizeof(s), cudaMemcpyHostToDevice);

  cgUpdate<<<528, 512>>>(n, scalars, p, q, x, r, rr);

  Real res;
  cudaMemcpy(&res, rr, sizeof(Real), cudaMemcpyDeviceToHost);
  printf("|r|^2 = %g (0 expected)\n", res);
  cudaFree(p); cudaFree(q); cudaFree(x); cudaFree(r); cudaFree(scalars); cudaFree(rr);
  free(h);
  return 0;
}
