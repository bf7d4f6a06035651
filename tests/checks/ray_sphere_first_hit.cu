struct Hit {
  float t;
  int id;
};
__device__ Hit closest(float3 o, float3 d, const float4* spheres, int count) {
  Hit h = {1e30f, -1};
  for (int s = 0; s < count; ++s) {
    const float4 c = spheres[s];
    const float3 oc = make_float3(o.x - c.x, o.y - c.y, o.z - c.z);
    const float b = oc.x * d.x + oc.y * d.y + oc.z * d.z;
    const float q = oc.x * oc.x + oc.y * oc.y + oc.z * oc.z - c.w * c.w;
    const float disc = b * b - q;
    if (disc > 0.0f) {
      const float t = -b - sqrtf(disc);
      if (t > 0.001f && t < h.t) {
        h.t = t;
        h.id = s;
      }
    }
  }
  return h;
}
extern "C" __global__ void ray_sphere_first_hit(const float4* __restrict__ spheres, float* __restrict__ depth,
                                                int* __restrict__ object, int count, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float3 dir = make_float3((x - 0.5f * w) / h, (y - 0.5f * h) / h, 1.0f);
  const float inv = rsqrtf(dir.x * dir.x + dir.y * dir.y + dir.z * dir.z);
  dir = make_float3(dir.x * inv, dir.y * inv, dir.z * inv);
  const Hit hit = closest(make_float3(0.0f, 0.0f, -4.0f), dir, spheres, count);
  depth[y * w + x] = hit.t;
  object[y * w + x] = hit.id;
}
