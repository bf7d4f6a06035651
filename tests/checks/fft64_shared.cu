#define PI_F 3.14159265358979f
__device__ __forceinline__ int reverse6(int v) { return __brev((unsigned)v) >> 26; }
// Each warp-sized row of the block makes a 64-point transform in shared memory.
extern "C" __global__ void fft64_shared(const float2* in, float2* out, int transforms) {
  __shared__ float2 work[4][64];
  const int which = blockIdx.x * 4 + threadIdx.y;
  const int t = threadIdx.x;
  if (which >= transforms) return;
  float2* w = work[threadIdx.y];
  w[reverse6(t)] = in[which * 64 + t];
  w[reverse6(t + 32)] = in[which * 64 + t + 32];
  for (int span = 1; span < 64; span *= 2) {
    __syncwarp();
    const int k = t % span;
    const int a = (t / span) * 2 * span + k;
    float sn, cs;
    __sincosf(-PI_F * k / span, &sn, &cs);
    const float2 x = w[a], y = w[a + span];
    const float2 r = {y.x * cs - y.y * sn, y.x * sn + y.y * cs};
    __syncwarp();
    w[a] = {x.x + r.x, x.y + r.y};
    w[a + span] = {x.x - r.x, x.y - r.y};
  }
  __syncwarp();
  out[which * 64 + t] = w[t];
  out[which * 64 + t + 32] = w[t + 32];
}
