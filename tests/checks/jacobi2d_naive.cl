#define AT(r, c) ((r) * nx + (c))
__kernel void jacobi2d_naive(__global const float* u, __global float* unew, __global const float* rhs, int nx, int ny, float h2) {
  const int c = get_global_id(0);
  const int r = get_global_id(1);
  if (c < 1 || r < 1 || c >= nx - 1 || r >= ny - 1) return;
  unew[AT(r, c)] = 0.25f * (u[AT(r - 1, c)] + u[AT(r + 1, c)] + u[AT(r, c - 1)] + u[AT(r, c + 1)] - h2 * rhs[AT(r, c)]);
}
