#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

/* Radiosity by gathering with point-to-point form factors computed on the fly:
 *   B_i = E_i + rho_i sum_j F_ij B_j,  F_ij = cos a cos b A_j / (pi r^2)
 * A thread keeps RCV receivers in registers and runs through all senders, which all
 * lanes read at the same address.
 */

#define RCV 2
#define THREADS 96

/* pos: xyz + area, nrm: normal + radiosity of the last round */

__global__ void gather(const float4 *__restrict__ pos, const float4 *__restrict__ nrm, const float *__restrict__ emit,
                       float *__restrict__ out, int n, float reflect)
{
  const int t = blockIdx.x * THREADS + threadIdx.x;
  float4 p[RCV], m[RCV];
  float acc[RCV];
#pragma unroll
  for (int r = 0; r < RCV; r++) {
    const int id = min(t * RCV + r, n - 1);
    p[r] = pos[id];
    m[r] = nrm[id];
    acc[r] = 0.f;
  }
#pragma unroll 2
  for (int j = 0; j < n; j++) {
    const float4 q = pos[j], o = nrm[j];
#pragma unroll
    for (int r = 0; r < RCV; r++) {
      const float dx = q.x - p[r].x, dy = q.y - p[r].y, dz = q.z - p[r].z;
      const float d2 = dx * dx + dy * dy + dz * dz + 1e-4f;
      const float ca = dx * m[r].x + dy * m[r].y + dz * m[r].z;
      const float cb = -(dx * o.x + dy * o.y + dz * o.z);
      const float k = fmaxf(ca, 0.f) * fmaxf(cb, 0.f) * q.w * o.w;
      acc[r] += __fdividef(k, d2 * d2);
    }
  }
#pragma unroll
  for (int r = 0; r < RCV; r++)
    if (t * RCV + r < n)
      out[t * RCV + r] = emit[t * RCV + r] + reflect * 0.31830989f * acc[r];
}

int main()
{
  const int side = 60, n = 2 * side * side;     /* floor and ceiling of a room */
  float4 *hp = (float4 *)malloc(n * sizeof(float4)), *hn = (float4 *)malloc(n * sizeof(float4));
  float *he = (float *)malloc(n * sizeof(float));
  for (int i = 0; i < n; i++) {
    int top = i / (side * side), k = i % (side * side);
    he[i] = top && k % 11 == 0 ? 10.f : 0.f;
    hp[i] = make_float4(k % side / (float)side, k / side / (float)side, (float)top, 1.f / (side * side));
    hn[i] = make_float4(0.f, 0.f, top ? -1.f : 1.f, he[i]);
  }
  float4 *p, *m;
  float *e, *b;
  cudaMalloc(&p, n * sizeof(float4));
  cudaMalloc(&m, n * sizeof(float4));
  cudaMalloc(&e, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMemcpy(p, hp, n * sizeof(float4), cudaMemcpyHostToDevice);
  cudaMemcpy(m, hn, n * sizeof(float4), cudaMemcpyHostToDevice);
  cudaMemcpy(e, he, n * sizeof(float), cudaMemcpyHostToDevice);

  const int threads = (n + RCV - 1) / RCV;
  gather<<<(threads + THREADS - 1) / THREADS, THREADS>>>(p, m, e, b, n, 0.7f);

  cudaMemcpy(he, b, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("floor: corner %f, centre %f\n", he[0], he[side * side / 2 + side / 2]);
  cudaFree(p); cudaFree(m); cudaFree(e); cudaFree(b);
  free(hp); free(hn); free(he);
  return 0;
}
