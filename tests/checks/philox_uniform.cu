#define PHILOX_M0 0xD2511F53u
#define PHILOX_M1 0xCD9E8D57u
extern "C" __global__ void philox_uniform(float4* out, unsigned key0, unsigned key1, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned x = i, y = 0, z = 0, w = 0;
#pragma unroll
  for (int round = 0; round < 10; ++round) {
    const unsigned hi0 = __umulhi(PHILOX_M0, x), lo0 = PHILOX_M0 * x;
    const unsigned hi1 = __umulhi(PHILOX_M1, z), lo1 = PHILOX_M1 * z;
    x = hi1 ^ y ^ key0;
    y = lo1;
    z = hi0 ^ w ^ key1;
    w = lo0;
    key0 += 0x9E3779B9u;
    key1 += 0xBB67AE85u;
  }
  const float scale = 2.3283064e-10f;
  out[i] = make_float4(x * scale, y * scale, z * scale, w * scale);
}
