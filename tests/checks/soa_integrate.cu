extern "C" __global__ void soa_integrate(float* __restrict__ px, float* __restrict__ py, float* __restrict__ pz,
                                         const float* __restrict__ vx, const float* __restrict__ vy,
                                         const float* __restrict__ vz, float dt, int n) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  px[t] += vx[t] * dt;
  py[t] += vy[t] * dt;
  pz[t] += vz[t] * dt;
}
