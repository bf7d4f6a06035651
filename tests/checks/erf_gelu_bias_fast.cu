extern "C" __global__ void erf_gelu_bias_fast(float4* data, const float4* bias, int cols4, int total4) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= total4) return;
  float4 v = data[i];
  const float4 b = bias[i % cols4];
  v.x += b.x; v.y += b.y; v.z += b.z; v.w += b.w;
  v.x *= 0.5f * (1.0f + erff(v.x * 0.70710678f));
  v.y *= 0.5f * (1.0f + erff(v.y * 0.70710678f));
  v.z *= 0.5f * (1.0f + erff(v.z * 0.70710678f));
  v.w *= 0.5f * (1.0f + erff(v.w * 0.70710678f));
  data[i] = v;
}
