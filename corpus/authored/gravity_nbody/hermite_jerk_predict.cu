#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

/* Hermite scheme, individual time steps: only a few hundred "active" bodies need new
   forces, so a whole block works on one of them. Sources are predicted on the fly. */

#define NT 128

typedef struct { double x, y, z, m; } pos_t;
typedef struct { float x, y, z, t; } vel_t;      /* t: time of last update */

__global__ void acc_jerk(const pos_t *pos, const vel_t *vel, const int *active, int n,
                         float now, float eps2, float *out /* 6 per active body */)
{
  __shared__ float red[6][NT / 32];
  const int me = active[blockIdx.x];
  const float ti = now - vel[me].t;
  const double xi = pos[me].x + vel[me].x * ti;
  const double yi = pos[me].y + vel[me].y * ti;
  const double zi = pos[me].z + vel[me].z * ti;
  const float ui = vel[me].x, vi = vel[me].y, wi = vel[me].z;

  float s[6] = {0, 0, 0, 0, 0, 0};
  for (int j = threadIdx.x; j < n; j += NT) {
    const pos_t p = pos[j];
    const vel_t v = vel[j];
    const float dt = now - v.t;
    const float dx = (float)(p.x - xi) + v.x * dt;   /* difference in double, rest in float */
    const float dy = (float)(p.y - yi) + v.y * dt;
    const float dz = (float)(p.z - zi) + v.z * dt;
    const float du = v.x - ui, dv = v.y - vi, dw = v.z - wi;
    const float r2 = dx * dx + dy * dy + dz * dz + eps2;
    const float ir = rsqrtf(r2), ir2 = ir * ir;
    const float mr3 = (float)p.m * ir * ir2;
    const float rv = 3.0f * ir2 * (dx * du + dy * dv + dz * dw);
    s[0] += mr3 * dx;
    s[1] += mr3 * dy;
    s[2] += mr3 * dz;
    s[3] += mr3 * (du - rv * dx);
    s[4] += mr3 * (dv - rv * dy);
    s[5] += mr3 * (dw - rv * dz);
  }
#pragma unroll
  for (int c = 0; c < 6; c++) {
    for (int o = 16; o > 0; o >>= 1)
      s[c] += __shfl_down_sync(0xffffffffu, s[c], o);
    if ((threadIdx.x & 31) == 0)
      red[c][threadIdx.x >> 5] = s[c];
  }
  __syncthreads();
  if (threadIdx.x < 6) {
    float t = 0;
    for (int w = 0; w < NT / 32; w++) t += red[threadIdx.x][w];
    out[blockIdx.x * 6 + threadIdx.x] = t;
  }
}

int main(void)
{
  const int n = 32768, na = 320;
  pos_t *hp = (pos_t *)malloc(n * sizeof(pos_t));
  vel_t *hv = (vel_t *)malloc(n * sizeof(vel_t));
  int *ha = (int *)malloc(na * sizeof(int));
  for (int i = 0; i < n; i++) {
    double a = 0.001 * i, r = 0.5 + 0.5 * (i % 1000) / 1000.0;
    hp[i].x = r * cos(a); hp[i].y = r * sin(a); hp[i].z = 0.01 * (i % 7); hp[i].m = 1.0 / n;
    hv[i].x = (float)(-sin(a)); hv[i].y = (float)cos(a); hv[i].z = 0; hv[i].t = 0.125f * (i % 4);
  }
  for (int k = 0; k < na; k++) ha[k] = k * 97;

  pos_t *dp; vel_t *dv; int *da; float *out;
  cudaMalloc(&dp, n * sizeof(pos_t));
  cudaMalloc(&dv, n * sizeof(vel_t));
  cudaMalloc(&da, na * sizeof(int));
  cudaMalloc(&out, na * 6 * sizeof(float));
  cudaMemcpy(dp, hp, n * sizeof(pos_t), cudaMemcpyHostToDevice);
  cudaMemcpy(dv, hv, n * sizeof(vel_t), cudaMemcpyHostToDevice);
  cudaMemcpy(da, ha, na * sizeof(int), cudaMemcpyHostToDevice);

  acc_jerk<<<na, NT>>>(dp, dv, da, n, 0.5f, 1e-6f, out);

  float r[6];
  cudaMemcpy(r, out + 6, sizeof(r), cudaMemcpyDeviceToHost);
  printf("a = %g %g %g   j = %g %g %g\n", r[0], r[1], r[2], r[3], r[4], r[5]);
  cudaFree(dp); cudaFree(dv); cudaFree(da); cudaFree(out);
  free(hp); free(hv); free(ha);
  return 0;
}
