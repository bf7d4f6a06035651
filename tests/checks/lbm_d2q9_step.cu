__constant__ int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant__ int ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ float wt[9] = {0.44444444f, 0.11111111f, 0.11111111f, 0.11111111f, 0.11111111f,
                            0.02777778f, 0.02777778f, 0.02777778f, 0.02777778f};
// Pull streaming with periodic borders, then relaxation towards equilibrium.
extern "C" __global__ void lbm_d2q9_step(const float* __restrict__ f, float* __restrict__ g, int nx, int ny, float omega) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y;
  if (x >= nx) return;
  const int cells = nx * ny;
  float p[9];
  float rho = 0.f, ux = 0.f, uy = 0.f;
#pragma unroll
  for (int q = 0; q < 9; ++q) {
    const int sx = (x - ex[q] + nx) % nx;
    const int sy = (y - ey[q] + ny) % ny;
    p[q] = f[q * cells + sy * nx + sx];
    rho += p[q];
    ux += p[q] * ex[q];
    uy += p[q] * ey[q];
  }
  ux /= rho;
  uy /= rho;
  const float usq = 1.5f * (ux * ux + uy * uy);
#pragma unroll
  for (int q = 0; q < 9; ++q) {
    const float eu = 3.0f * (ex[q] * ux + ey[q] * uy);
    const float eq = wt[q] * rho * (1.0f + eu + 0.5f * eu * eu - usq);
    g[q * cells + y * nx + x] = p[q] + omega * (eq - p[q]);
  }
}
