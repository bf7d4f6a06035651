extern "C" __global__ void heat3d_naive(const float* t0, float* t1, int nx, int ny, int nz, float k) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1) {
    int id = (z * ny + y) * nx + x;
    float c = t0[id];
    t1[id] = c + k * (t0[id - 1] + t0[id + 1] + t0[id - nx] + t0[id + nx] + t0[id - nx * ny] + t0[id + nx * ny] - 6.0f * c);
  }
}
