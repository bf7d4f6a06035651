__device__ float total(const float* p, int count) {
  float s = 0.0f;
  for (int k = 0; k < count; ++k) {
    s += p[k];
  }
  return s;
}

__device__ void clear(float* p, int at) {
  p[at] = 0.0f;
}

__global__ void vector_copy(const float* __restrict__ x, float* __restrict__ y,
    double2* __restrict__ d, int n) {
  __shared__ __align__(16) float tile[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  clear(tile, threadIdx.x);
  __syncthreads();
  clear(&tile[threadIdx.x], 0);
  if (i * 4 + 3 < n) {
    float4 v = ((const float4*)x)[i];
    v.w = total(x + i * 4, 4) + total(&x[i], 1);
    ((float4*)y)[i] = make_float4(v.w, v.z, v.y, v.x);
    ((float2*)tile)[(int)threadIdx.x / 2] = make_float2(v.x, v.y);
    float2 back = ((float2*)tile)[(int)threadIdx.x / 2];
    d[i] = make_double2((double)back.x, 2.0);
  }
}
