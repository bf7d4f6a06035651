#define AT(r, c) ((r) * nx + (c))
extern "C" __global__ void jacobi2d_naive(const float* u, float* unew, const float* rhs, int nx, int ny, float h2) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  const int r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c < 1 || r < 1 || c >= nx - 1 || r >= ny - 1) return;
  unew[AT(r, c)] = 0.25f * (u[AT(r - 1, c)] + u[AT(r + 1, c)] + u[AT(r, c - 1)] + u[AT(r, c + 1)] - h2 * rhs[AT(r, c)]);
}
