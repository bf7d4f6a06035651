// ptx: ld.global.v4.f32 st.global.v4.f32 ld.global.nc.v4.f32 ld.global.v2.f64 ld.global.nc.f32
// Vector types, their constructors, and the read-only load.
#include <cuda_runtime.h>

__device__ inline float4 operator+(float4 a, float4 b) {
  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

__global__ void add4(const float4* a, const float4* b, float4* c, int n4) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n4) c[i] = a[i] + __ldg(&b[i]);
}

__global__ void mixed(const double2* d, const float3* f, uchar4* u, const float* __restrict__ s, short2 k) {
  int i = threadIdx.x;
  double2 v = d[i];
  float3 w = f[i];
  float t = __ldg(s + i);
  u[i] = make_uchar4((unsigned char)v.x, (unsigned char)v.y, (unsigned char)(w.x + w.y + w.z), k.y);
  u[i].x += (unsigned char)t;
}

int main() {
  const int n = 1 << 14;
  float *a, *b, *c;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&c, n * sizeof(float));
  add4<<<n / 4 / 128, 128>>>((float4*)a, (const float4*)b, (float4*)c, n / 4);
  double2* d;
  float3* f;
  uchar4* u;
  cudaMalloc(&d, 64 * sizeof(double2));
  cudaMalloc(&f, 64 * sizeof(float3));
  cudaMalloc(&u, 64 * sizeof(uchar4));
  mixed<<<1, 64>>>(d, f, u, a, make_short2(3, 4));
}
