#define EPS2 0.01f
__kernel void nbody_naive(__global const float4* pos, __global float4* acc, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  float4 me = pos[i];
  float ax = 0, ay = 0, az = 0;
  for (int j = 0; j < n; ++j) {
    float4 p = pos[j];
    float dx = p.x - me.x, dy = p.y - me.y, dz = p.z - me.z;
    float d2 = dx * dx + dy * dy + dz * dz + EPS2;
    float inv = rsqrt(d2);
    float f = p.w * inv * inv * inv;
    ax += f * dx;
    ay += f * dy;
    az += f * dz;
  }
  acc[i] = (float4)(ax, ay, az, 0.f);
}
