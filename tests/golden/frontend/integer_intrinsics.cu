// ptx: mul.hi.s32 mul.hi.u32 prmt.b32 popc.b64 clz.b32 brev.b32 shf.l.wrap.b32 sad.u32 dp4a.s32.s32 bfe.u32
__global__ void bits(const unsigned* u, const int* s, const unsigned long long* w, unsigned* out) {
  int i = threadIdx.x;
  unsigned r = __umulhi(u[i], 12345u) + __mulhi(s[i], -77);
  r += __byte_perm(u[i], u[i + 1], 0x3210 + u[i + 2]);
  r += __popcll(w[i]) + __clz(s[i]) + __brev(u[i]);
  r += __funnelshift_l(u[i], u[i + 1], s[i]);
  r += __usad(u[i], u[i + 1], r);
  r += __dp4a(s[i], s[i + 1], 0);
  r += __mul24(s[i], 3) + __umul24(u[i], 5u);
  r += __float_as_uint(__int_as_float(s[i])) + __float2int_rn(__uint2float_rz(u[i]));
  r += __vadd4(u[i], u[i + 1]) + min(s[i], 4) + max(u[i], 9u) + abs(s[i]);
  out[i] = r;
}
