__device__ float3 pull(float4 a, float4 b, float3 sum, float soft) {
  float3 r = make_float3(b.x - a.x, b.y - a.y, b.z - a.z);
  float d = r.x * r.x + r.y * r.y + r.z * r.z + soft;
  float k = b.w / (d * sqrtf(d));
  sum.x += k * r.x;
  sum.y += k * r.y;
  sum.z += k * r.z;
  return sum;
}
extern "C" __global__ void nbody_tiled_shared(const float4* __restrict__ bodies, float4* __restrict__ velocity, float dt,
                                              float soft, int n) {
  extern __shared__ float4 tile[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 self = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
  float3 force = {0.f, 0.f, 0.f};
  for (int base = 0; base < n; base += blockDim.x) {
    const int j = base + threadIdx.x;
    tile[threadIdx.x] = j < n ? bodies[j] : make_float4(0, 0, 0, 0);
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < blockDim.x; ++k) force = pull(self, tile[k], force, soft);
    __syncthreads();
  }
  if (i < n) {
    float4 v = velocity[i];
    v.x += dt * force.x;
    v.y += dt * force.y;
    v.z += dt * force.z;
    velocity[i] = v;
  }
}
