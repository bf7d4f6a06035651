#pragma OPENCL EXTENSION cl_khr_fp64 : enable

float total(__global const float* p, int count) {
  float s = 0.0f;
  for (int k = 0; k < count; ++k) {
    s += p[k];
  }
  return s;
}

void clear(__local float* p, int at) {
  p[at] = 0.0f;
}

__kernel void vector_copy(__global const float* restrict x, __global float* restrict y,
    __global double2* restrict d, int n) {
  __local float tile[256] __attribute__((aligned(16)));
  int i = get_global_id(0);
  clear(tile, get_local_id(0));
  barrier(CLK_LOCAL_MEM_FENCE);
  clear(&tile[get_local_id(0)], 0);
  if (i * 4 + 3 < n) {
    float4 v = ((__global const float4*)x)[i];
    v.w = total(x + i * 4, 4) + total(&x[i], 1);
    ((__global float4*)y)[i] = (float4)(v.w, v.z, v.y, v.x);
    ((__local float2*)tile)[(int)get_local_id(0) / 2] = (float2)(v.x, v.y);
    float2 back = ((__local float2*)tile)[(int)get_local_id(0) / 2];
    d[i] = (double2)((double)back.x, 2.0);
  }
}
