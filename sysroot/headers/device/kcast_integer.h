// Integer functions and intrinsics, and the C++ overloads of abs, min and max.
#pragma once

#define __KC_MINMAX(T)                \
  __KC_FN constexpr T min(T a, T b) { \
    return b < a ? b : a;             \
  }                                   \
  __KC_FN constexpr T max(T a, T b) { \
    return a < b ? b : a;             \
  }
__KC_MINMAX(int)
__KC_MINMAX(unsigned int) __KC_MINMAX(long) __KC_MINMAX(unsigned long) __KC_MINMAX(long long)
    __KC_MINMAX(unsigned long long)
#undef __KC_MINMAX
        __KC_FN float min(float a, float b) {
  return __builtin_fminf(a, b);
}
__KC_FN float max(float a, float b) {
  return __builtin_fmaxf(a, b);
}
__KC_FN double min(double a, double b) {
  return __builtin_fmin(a, b);
}
__KC_FN double max(double a, double b) {
  return __builtin_fmax(a, b);
}
#define __KC_MIXED(A, B, R)           \
  __KC_FN constexpr R min(A a, B b) { \
    return (R)b < (R)a ? (R)b : (R)a; \
  }                                   \
  __KC_FN constexpr R max(A a, B b) { \
    return (R)a < (R)b ? (R)b : (R)a; \
  }                                   \
  __KC_FN constexpr R min(B a, A b) { \
    return (R)b < (R)a ? (R)b : (R)a; \
  }                                   \
  __KC_FN constexpr R max(B a, A b) { \
    return (R)a < (R)b ? (R)b : (R)a; \
  }
__KC_MIXED(int, unsigned int, unsigned int)
__KC_MIXED(long, unsigned long, unsigned long)
__KC_MIXED(long long, unsigned long long, unsigned long long)
#undef __KC_MIXED
__KC_FN double min(float a, double b) {
  return __builtin_fmin(a, b);
}
__KC_FN double min(double a, float b) {
  return __builtin_fmin(a, b);
}
__KC_FN double max(float a, double b) {
  return __builtin_fmax(a, b);
}
__KC_FN double max(double a, float b) {
  return __builtin_fmax(a, b);
}

__KC_FN constexpr int abs(int x) {
  return x < 0 ? -x : x;
}
__KC_FN constexpr long abs(long x) {
  return x < 0 ? -x : x;
}
__KC_FN constexpr long long abs(long long x) {
  return x < 0 ? -x : x;
}
__KC_FN float abs(float x) {
  return __builtin_fabsf(x);
}
__KC_FN double abs(double x) {
  return __builtin_fabs(x);
}
__KC_FN constexpr long labs(long x) {
  return x < 0 ? -x : x;
}
__KC_FN constexpr long long llabs(long long x) {
  return x < 0 ? -x : x;
}
__KC_FN constexpr unsigned umin(unsigned a, unsigned b) {
  return b < a ? b : a;
}
__KC_FN constexpr unsigned umax(unsigned a, unsigned b) {
  return a < b ? b : a;
}
__KC_FN constexpr long long llmin(long long a, long long b) {
  return b < a ? b : a;
}
__KC_FN constexpr long long llmax(long long a, long long b) {
  return a < b ? b : a;
}
__KC_FN constexpr unsigned long long ullmin(unsigned long long a, unsigned long long b) {
  return b < a ? b : a;
}
__KC_FN constexpr unsigned long long ullmax(unsigned long long a, unsigned long long b) {
  return a < b ? b : a;
}

__KC_FN int __popc(unsigned int x) {
  return __builtin_popcount(x);
}
__KC_FN int __popcll(unsigned long long x) {
  return __builtin_popcountll(x);
}
__KC_FN int __clz(int x) {
  return x ? __builtin_clz(x) : 32;
}
__KC_FN int __clzll(long long x) {
  return x ? __builtin_clzll(x) : 64;
}
__KC_DEV int __ffs(int x) {
  int r;
  asm("bfind.shiftamt.u32 %0, %1;" : "=r"(r) : "r"(__builtin_bitreverse32(x)));
  return r + 1;
}
__KC_FN int __ffsll(long long x) {
  return 64 - __clzll(x & -x);
}
__KC_FN unsigned int __brev(unsigned int x) {
  return __builtin_bitreverse32(x);
}
__KC_FN unsigned long long __brevll(unsigned long long x) {
  return __builtin_bitreverse64(x);
}
__KC_DEV unsigned int __fns(unsigned int mask, unsigned int base, int offset) {
  return __nvvm_fns(mask, base, offset);
}
__KC_DEV unsigned int __byte_perm(unsigned int a, unsigned int b, unsigned int s) {
  return __nvvm_prmt(a, b, s);
}
#define __KC_FUNNEL(name, inst)                                                  \
  __KC_DEV unsigned int name(unsigned int lo, unsigned int hi, unsigned int n) { \
    unsigned int r;                                                              \
    asm(inst ".b32 %0, %1, %2, %3;" : "=r"(r) : "r"(lo), "r"(hi), "r"(n));       \
    return r;                                                                    \
  }
__KC_FUNNEL(__funnelshift_l, "shf.l.wrap")
__KC_FUNNEL(__funnelshift_r, "shf.r.wrap")
__KC_FUNNEL(__funnelshift_lc, "shf.l.clamp")
__KC_FUNNEL(__funnelshift_rc, "shf.r.clamp")
#undef __KC_FUNNEL
__KC_DEV int __mul24(int a, int b) {
  return __nvvm_mul24_i(a, b);
}
__KC_DEV unsigned int __umul24(unsigned int a, unsigned int b) {
  return __nvvm_mul24_ui(a, b);
}
__KC_FN int mul24(int a, int b) {
  return (a << 8 >> 8) * (b << 8 >> 8);
}
__KC_FN unsigned int umul24(unsigned int a, unsigned int b) {
  return (a & 0xffffff) * (b & 0xffffff);
}
__KC_FN int __mulhi(int a, int b) {
  return (int)((long long)a * b >> 32);
}
__KC_FN unsigned int __umulhi(unsigned int a, unsigned int b) {
  return (unsigned int)((unsigned long long)a * b >> 32);
}
__KC_FN int mulhi(int a, int b) {
  return __mulhi(a, b);
}
__KC_FN unsigned int mulhi(unsigned int a, unsigned int b) {
  return __umulhi(a, b);
}
__KC_DEV long long __mul64hi(long long a, long long b) {
  return __nvvm_mulhi_ll(a, b);
}
__KC_DEV unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return __nvvm_mulhi_ull(a, b);
}
__KC_DEV unsigned int __sad(int a, int b, unsigned int c) {
  return __nvvm_sad_i(a, b, c);
}
__KC_DEV unsigned int __usad(unsigned int a, unsigned int b, unsigned int c) {
  return __nvvm_sad_ui(a, b, c);
}
__KC_FN int __hadd(int a, int b) {
  return (a & b) + ((a ^ b) >> 1);
}
__KC_FN int __rhadd(int a, int b) {
  return (a | b) - ((a ^ b) >> 1);
}
__KC_FN unsigned int __uhadd(unsigned int a, unsigned int b) {
  return (a & b) + ((a ^ b) >> 1);
}
__KC_FN unsigned int __urhadd(unsigned int a, unsigned int b) {
  return (a | b) - ((a ^ b) >> 1);
}

#define __KC_DOT(name, inst, T, V)                                   \
  __KC_DEV T name(V a, V b, T c) {                                   \
    T r;                                                             \
    asm(inst " %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); \
    return r;                                                        \
  }
__KC_DOT(__dp4a, "dp4a.s32.s32", int, int)
__KC_DOT(__dp4a, "dp4a.u32.u32", unsigned int, unsigned int)
__KC_DOT(__dp2a_lo, "dp2a.lo.s32.s32", int, int)
__KC_DOT(__dp2a_lo, "dp2a.lo.u32.u32", unsigned int, unsigned int)
__KC_DOT(__dp2a_hi, "dp2a.hi.s32.s32", int, int)
__KC_DOT(__dp2a_hi, "dp2a.hi.u32.u32", unsigned int, unsigned int)
#undef __KC_DOT
template <class V>
__KC_DEV int __kc_word(V v) {
  static_assert(sizeof(V) == 4, "a vector of four bytes or two shorts");
  return __builtin_bit_cast(int, v);
}
__KC_DEV int __dp4a(char4 a, char4 b, int c) {
  return __dp4a(__kc_word(a), __kc_word(b), c);
}
__KC_DEV unsigned int __dp4a(uchar4 a, uchar4 b, unsigned int c) {
  return __dp4a((unsigned)__kc_word(a), (unsigned)__kc_word(b), c);
}
__KC_DEV int __dp2a_lo(short2 a, char4 b, int c) {
  return __dp2a_lo(__kc_word(a), __kc_word(b), c);
}
__KC_DEV int __dp2a_hi(short2 a, char4 b, int c) {
  return __dp2a_hi(__kc_word(a), __kc_word(b), c);
}

// Three-operand minimum and maximum of DPX, which older targets expand.
__KC_DEV int __vimax3_s32(int a, int b, int c) {
  return max(max(a, b), c);
}
__KC_DEV int __vimin3_s32(int a, int b, int c) {
  return min(min(a, b), c);
}
__KC_DEV unsigned int __vimax3_u32(unsigned a, unsigned b, unsigned c) {
  return max(max(a, b), c);
}
__KC_DEV unsigned int __vimin3_u32(unsigned a, unsigned b, unsigned c) {
  return min(min(a, b), c);
}
__KC_DEV int __vimax_s32_relu(int a, int b) {
  return max(max(a, b), 0);
}
__KC_DEV int __vimin_s32_relu(int a, int b) {
  return max(min(a, b), 0);
}
__KC_DEV int __vimax3_s32_relu(int a, int b, int c) {
  return max(__vimax3_s32(a, b, c), 0);
}
__KC_DEV int __vimin3_s32_relu(int a, int b, int c) {
  return max(__vimin3_s32(a, b, c), 0);
}
__KC_DEV int __viaddmax_s32(int a, int b, int c) {
  return max(a + b, c);
}
__KC_DEV int __viaddmin_s32(int a, int b, int c) {
  return min(a + b, c);
}
__KC_DEV unsigned int __viaddmax_u32(unsigned a, unsigned b, unsigned c) {
  return max(a + b, c);
}
__KC_DEV unsigned int __viaddmin_u32(unsigned a, unsigned b, unsigned c) {
  return min(a + b, c);
}
__KC_DEV int __viaddmax_s32_relu(int a, int b, int c) {
  return max(max(a + b, c), 0);
}
__KC_DEV int __viaddmin_s32_relu(int a, int b, int c) {
  return max(min(a + b, c), 0);
}
