// A thread keeps a column of three values in registers and walks along z.
extern "C" __global__ void heat3d_march_z(const float* __restrict__ a, float* __restrict__ b, int nx, int ny, int nz) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < 1 || j < 1 || i >= nx - 1 || j >= ny - 1) return;
  const int plane = nx * ny;
  int p = j * nx + i;
  float below = a[p];
  p += plane;
  float here = a[p];
  for (int k = 1; k < nz - 1; ++k, p += plane) {
    const float above = a[p + plane];
    b[p] = 0.4f * here + 0.1f * (below + above + a[p - 1] + a[p + 1] + a[p - nx] + a[p + nx]);
    below = here;
    here = above;
  }
}
