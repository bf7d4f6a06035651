// Lennard-Jones forces over a padded neighbour list, neighbour-major.
extern "C" __global__ void lj_neighbor_list(const float4* __restrict__ xyzq, const int* __restrict__ neigh,
                                            float4* __restrict__ force, int atoms, int max_neigh, float cut2) {
  const int a = blockIdx.x * blockDim.x + threadIdx.x;
  if (a >= atoms) return;
  const float4 pa = xyzq[a];
  float fx = 0.f, fy = 0.f, fz = 0.f, energy = 0.f;
  for (int m = 0; m < max_neigh; ++m) {
    const float4 pb = xyzq[neigh[m * atoms + a]];
    const float dx = pa.x - pb.x, dy = pa.y - pb.y, dz = pa.z - pb.z;
    const float r2 = dx * dx + dy * dy + dz * dz;
    if (r2 < cut2 && r2 > 1e-6f) {
      const float ir2 = 1.0f / (r2 + 0.1f);
      const float ir6 = ir2 * ir2 * ir2;
      const float f = 24.0f * ir6 * (2.0f * ir6 - 1.0f) * ir2;
      fx += f * dx;
      fy += f * dy;
      fz += f * dz;
      energy += 4.0f * ir6 * (ir6 - 1.0f);
    }
  }
  force[a] = make_float4(fx, fy, fz, energy);
}
