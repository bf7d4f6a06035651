__kernel void soa_integrate(__global float* restrict px, __global float* restrict py, __global float* restrict pz,
                            __global const float* restrict vx, __global const float* restrict vy,
                            __global const float* restrict vz, float dt, int n) {
  const int t = get_global_id(0);
  if (t >= n) return;
  px[t] += vx[t] * dt;
  py[t] += vy[t] * dt;
  pz[t] += vz[t] * dt;
}
