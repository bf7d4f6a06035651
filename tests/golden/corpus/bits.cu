__global__ void bits(const unsigned int* __restrict__ a, const long long* __restrict__ b,
    unsigned int* __restrict__ r, int* __restrict__ s, long long* __restrict__ t, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    return;
  }
  unsigned int v = a[i];
  long long u = b[i];
  v ^= v << 13;
  v ^= v >> 17;
  v = (v & 0xff00ff00u) | (~v & 0x00ff00ff);
  int ones = __popc(v) + __clz(v) + __popcll(u);
  unsigned int high = __umulhi(v, 0x9e3779b9u) + __umul24(v & 0xffffu, 3u);
  r[i] = high + __brev(v);
  s[i] = min(ones, 40) + max(abs(ones - 32), __ffs(v)) + __float_as_int((float)v);
  t[i] = min(u, 5LL) % 7LL + ((u > 0LL) ? __mul64hi(u, u) : -llabs(u));
}
