typedef unsigned long long u64;
extern "C" __global__ void mul64_high_mix(u64* state, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  u64 s = state[i] ^ 0xa0761d6478bd642full;
  for (int r = 0; r < rounds; r++) {
    const u64 k = s + 0xe7037ed1a0b428dbull * (r + 1);
    s = __umul64hi(s, k) ^ (s * k);
  }
  state[i] = s;
}
