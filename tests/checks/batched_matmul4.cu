// A 4 x 4 product per thread, the matrices stored one after the other.
extern "C" __global__ void batched_matmul4(const float4* lhs, const float4* rhs, float4* prod, int batch) {
  int m = blockIdx.x * blockDim.x + threadIdx.x;
  if (m >= batch) return;
  float4 b0 = rhs[4 * m], b1 = rhs[4 * m + 1], b2 = rhs[4 * m + 2], b3 = rhs[4 * m + 3];
  for (int r = 0; r < 4; r++) {
    const float4 a = lhs[4 * m + r];
    float4 o;
    o.x = a.x * b0.x + a.y * b1.x + a.z * b2.x + a.w * b3.x;
    o.y = a.x * b0.y + a.y * b1.y + a.z * b2.y + a.w * b3.y;
    o.z = a.x * b0.z + a.y * b1.z + a.z * b2.z + a.w * b3.z;
    o.w = a.x * b0.w + a.y * b1.w + a.z * b2.w + a.w * b3.w;
    prod[4 * m + r] = o;
  }
}
