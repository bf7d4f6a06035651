__kernel void heat3d_naive(__global const float* t0, __global float* t1, int nx, int ny, int nz, float k) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int z = get_global_id(2);
  if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1) {
    int id = (z * ny + y) * nx + x;
    float c = t0[id];
    t1[id] = c + k * (t0[id - 1] + t0[id + 1] + t0[id - nx] + t0[id + nx] + t0[id - nx * ny] + t0[id + nx * ny] - 6.0f * c);
  }
}
