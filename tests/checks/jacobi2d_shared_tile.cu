#define TX 32
#define TY 16
// The tile with its halo is loaded first; blocks overlap by one cell on each side.
extern "C" __global__ void jacobi2d_shared_tile(const double* __restrict__ old, double* __restrict__ next, int n) {
  __shared__ double t[TY + 2][TX + 2];
  const int gx = blockIdx.x * TX + threadIdx.x + 1;
  const int gy = blockIdx.y * TY + threadIdx.y + 1;
  const int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
  const bool inside = gx < n - 1 && gy < n - 1;
  if (inside) {
    t[ly][lx] = old[gy * n + gx];
    if (threadIdx.x == 0) t[ly][0] = old[gy * n + gx - 1];
    if (threadIdx.x == TX - 1 || gx == n - 2) t[ly][lx + 1] = old[gy * n + gx + 1];
    if (threadIdx.y == 0) t[0][lx] = old[(gy - 1) * n + gx];
    if (threadIdx.y == TY - 1 || gy == n - 2) t[ly + 1][lx] = old[(gy + 1) * n + gx];
  }
  __syncthreads();
  if (inside) next[gy * n + gx] = 0.25 * (t[ly - 1][lx] + t[ly + 1][lx] + t[ly][lx - 1] + t[ly][lx + 1]);
}
