#define EPS2 0.01f
extern "C" __global__ void nbody_naive(const float4* pos, float4* acc, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 me = pos[i];
  float ax = 0, ay = 0, az = 0;
  for (int j = 0; j < n; ++j) {
    float4 p = pos[j];
    float dx = p.x - me.x, dy = p.y - me.y, dz = p.z - me.z;
    float d2 = dx * dx + dy * dy + dz * dz + EPS2;
    float inv = rsqrtf(d2);
    float f = p.w * inv * inv * inv;
    ax += f * dx;
    ay += f * dy;
    az += f * dz;
  }
  acc[i] = make_float4(ax, ay, az, 0.f);
}
