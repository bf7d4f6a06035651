// Included once for half and once for bfloat16, with __KC_H, __KC_H2 the user's types and __KC_S,
// __KC_S2 Clang's scalar and vector of two: the types, their operators and arithmetic.

#ifndef __KC_AS_COMPUTED
#define __KC_AS_COMPUTED
// nvcc converts by assembly: what is computed in single precision and rounded stays so, where
// Clang would compute it in 16 bits.
#if defined(__CUDA_ARCH__) && !defined(__HIP_PLATFORM_AMD__)
__attribute__((device)) float __kcast_as_computed(float x) __asm("llvm.arithmetic.fence.f32");
#else
__KC_FN float __kcast_as_computed(float x) {
  return x;
}
#endif
#endif

struct __KC_H {
  __KC_S v;
  __KC_H() = default;
  __KC_FN constexpr __KC_H(__KC_S x) : v(x) {}
  __KC_FN __KC_H(float x) : v((__KC_S)__kcast_as_computed(x)) {}
  __KC_FN __KC_H(double x) : v((__KC_S)__kcast_as_computed((float)x)) {}
  __KC_FN __KC_H(int x) : v((__KC_S)(float)x) {}
  __KC_FN __KC_H(unsigned int x) : v((__KC_S)(float)x) {}
  __KC_FN __KC_H(long x) : v((__KC_S)(float)x) {}
  __KC_FN __KC_H(unsigned long x) : v((__KC_S)(float)x) {}
  __KC_FN __KC_H(long long x) : v((__KC_S)(float)x) {}
  __KC_FN __KC_H(unsigned long long x) : v((__KC_S)(float)x) {}
  __KC_FN __KC_H(short x) : v((__KC_S)(float)x) {}
  __KC_FN __KC_H(unsigned short x) : v((__KC_S)(float)x) {}
  __KC_FN __KC_H(__KC_RAW r) : v(__builtin_bit_cast(__KC_S, r.x)) {}
  __KC_FN operator float() const { return (float)v; }
  __KC_FN operator __KC_RAW() const { return {__builtin_bit_cast(unsigned short, v)}; }
  __KC_FN explicit operator bool() const { return (float)v != 0; }
#define __KC_TO(T) \
  __KC_FN explicit operator T() const { return (T)(float)v; }
  __KC_TO(double)
  __KC_TO(int) __KC_TO(unsigned int) __KC_TO(long long) __KC_TO(unsigned long long) __KC_TO(long)
      __KC_TO(unsigned long) __KC_TO(short) __KC_TO(unsigned short) __KC_TO(char)
          __KC_TO(signed char) __KC_TO(unsigned char)
#undef __KC_TO
#define __KC_SET(T) \
  __KC_FN __KC_H& operator=(T x) { return v = (__KC_S)__kcast_as_computed((float)x), *this; }
              __KC_SET(float) __KC_SET(double) __KC_SET(int) __KC_SET(unsigned int)
                  __KC_SET(long long)
#undef __KC_SET
};

struct __attribute__((aligned(4))) __KC_H2 {
  __KC_H x, y;
  __KC_H2() = default;
  __KC_FN __KC_H2(__KC_H a, __KC_H b) : x(a), y(b) {}
  __KC_FN __KC_H2(__KC_S2 w) : x(w[0]), y(w[1]) {}
  __KC_FN __KC_H2(const __KC_RAW2& r) : x(__KC_RAW{r.x}), y(__KC_RAW{r.y}) {}
  __KC_FN operator __KC_RAW2() const {
    return {__builtin_bit_cast(unsigned short, x), __builtin_bit_cast(unsigned short, y)};
  }
  __KC_FN __KC_S2 w() const { return (__KC_S2){x.v, y.v}; }
};

#define __KC_OP(op)                                         \
  __KC_FN __KC_H operator op(__KC_H a, __KC_H b) {          \
    return __KC_H((__KC_S)(a.v op b.v));                    \
  }                                                         \
  __KC_FN __KC_H& operator op##=(__KC_H & a, __KC_H b) {    \
    return a = a op b;                                      \
  }                                                         \
  __KC_FN __KC_H2 operator op(__KC_H2 a, __KC_H2 b) {       \
    return __KC_H2(a.w() op b.w());                         \
  }                                                         \
  __KC_FN __KC_H2& operator op##=(__KC_H2 & a, __KC_H2 b) { \
    return a = a op b;                                      \
  }
__KC_OP(+)
__KC_OP(-) __KC_OP(*)
#undef __KC_OP
    // The quotient is the product with an approximate reciprocal in single precision.
    __KC_FN __KC_H
    operator/(__KC_H a, __KC_H b) {
  return __KC_H((float)a.v * __nvvm_rcp_approx_ftz_f((float)b.v));
}
__KC_FN __KC_H& operator/=(__KC_H& a, __KC_H b) {
  return a = a / b;
}
__KC_FN __KC_H2 operator/(__KC_H2 a, __KC_H2 b) {
  return {a.x / b.x, a.y / b.y};
}
__KC_FN __KC_H2& operator/=(__KC_H2& a, __KC_H2 b) {
  return a = a / b;
}
__KC_FN __KC_H operator-(__KC_H a) {
  return __KC_H((__KC_S)-a.v);
}
__KC_FN __KC_H operator+(__KC_H a) {
  return a;
}
__KC_FN __KC_H2 operator-(__KC_H2 a) {
  return __KC_H2(-a.w());
}
__KC_FN __KC_H2 operator+(__KC_H2 a) {
  return a;
}
__KC_FN __KC_H& operator++(__KC_H& a) {
  return a = a + __KC_H(1.0f);
}
__KC_FN __KC_H& operator--(__KC_H& a) {
  return a = a - __KC_H(1.0f);
}
#define __KC_CMP(op, name)                                                               \
  __KC_FN bool operator op(__KC_H a, __KC_H b) {                                         \
    return a.v op b.v;                                                                   \
  }                                                                                      \
  __KC_FN bool __h##name(__KC_H a, __KC_H b) {                                           \
    return a.v op b.v;                                                                   \
  }                                                                                      \
  __KC_FN bool __h##name##u(__KC_H a, __KC_H b) {                                        \
    return a.v op b.v || __builtin_isunordered((float)a.v, (float)b.v);                  \
  }                                                                                      \
  __KC_FN bool operator op(__KC_H2 a, __KC_H2 b) {                                       \
    return a.x.v op b.x.v && a.y.v op b.y.v;                                             \
  }                                                                                      \
  __KC_FN bool __hb##name##2(__KC_H2 a, __KC_H2 b) {                                     \
    return a.x.v op b.x.v && a.y.v op b.y.v;                                             \
  }                                                                                      \
  __KC_FN __KC_H2 __h##name##2(__KC_H2 a, __KC_H2 b) {                                   \
    return {__KC_H(a.x.v op b.x.v ? 1.0f : 0.0f), __KC_H(a.y.v op b.y.v ? 1.0f : 0.0f)}; \
  }                                                                                      \
  __KC_FN unsigned int __h##name##2_mask(__KC_H2 a, __KC_H2 b) {                         \
    return (a.x.v op b.x.v ? 0xffffu : 0) | (a.y.v op b.y.v ? 0xffff0000u : 0);          \
  }
__KC_CMP(==, eq)
__KC_CMP(!=, ne) __KC_CMP(<=, le) __KC_CMP(>=, ge) __KC_CMP(<, lt) __KC_CMP(>, gt)
#undef __KC_CMP

    __KC_FN __KC_H __hadd(__KC_H a, __KC_H b) {
  return a + b;
}
__KC_FN __KC_H __hsub(__KC_H a, __KC_H b) {
  return a - b;
}
__KC_FN __KC_H __hmul(__KC_H a, __KC_H b) {
  return a * b;
}
__KC_FN __KC_H __hadd_rn(__KC_H a, __KC_H b) {
  return a + b;
}
__KC_FN __KC_H __hsub_rn(__KC_H a, __KC_H b) {
  return a - b;
}
__KC_FN __KC_H __hmul_rn(__KC_H a, __KC_H b) {
  return a * b;
}
__KC_FN __KC_H __hdiv(__KC_H a, __KC_H b) {
  return a / b;
}
__KC_FN __KC_H __hneg(__KC_H a) {
  return -a;
}
__KC_DEV __KC_H __habs(__KC_H a) {
  unsigned short r = __builtin_bit_cast(unsigned short, a);
#if __CUDA_ARCH__ >= 800
  asm("abs." __KC_PTX " %0, %1;" : "=h"(r) : "h"(r));
#else
  r &= 0x7fff;
#endif
  return __builtin_bit_cast(__KC_H, r);
}
__KC_FN __KC_H __hfma(__KC_H a, __KC_H b, __KC_H c) {
  return __KC_H((__KC_S)__builtin_elementwise_fma(a.v, b.v, c.v));
}
__KC_FN __KC_H __kc_saturate(__KC_H a) {
  return a.v > (__KC_S)0.0f ? (a.v < (__KC_S)1.0f ? a : __KC_H(1.0f)) : __KC_H(0.0f);
}
__KC_FN __KC_H __hadd_sat(__KC_H a, __KC_H b) {
  return __kc_saturate(a + b);
}
__KC_FN __KC_H __hsub_sat(__KC_H a, __KC_H b) {
  return __kc_saturate(a - b);
}
__KC_FN __KC_H __hmul_sat(__KC_H a, __KC_H b) {
  return __kc_saturate(a * b);
}
__KC_FN __KC_H __hfma_sat(__KC_H a, __KC_H b, __KC_H c) {
  return __kc_saturate(__hfma(a, b, c));
}
__KC_FN __KC_H __hmax(__KC_H a, __KC_H b) {
  return __KC_H((__KC_S)__builtin_elementwise_max(a.v, b.v));
}
__KC_FN __KC_H __hmin(__KC_H a, __KC_H b) {
  return __KC_H((__KC_S)__builtin_elementwise_min(a.v, b.v));
}
__KC_FN __KC_H __hmax_nan(__KC_H a, __KC_H b) {
  return __hmax(a, b);
}
__KC_FN __KC_H __hmin_nan(__KC_H a, __KC_H b) {
  return __hmin(a, b);
}
__KC_FN __KC_H __hfma_relu(__KC_H a, __KC_H b, __KC_H c) {
  return __hmax(__hfma(a, b, c), 0.0f);
}
__KC_FN bool __hisnan(__KC_H a) {
  return a.v != a.v;
}
__KC_FN int __hisinf(__KC_H a) {
  return __builtin_isinf((float)a.v) ? ((float)a.v < 0 ? -1 : 1) : 0;
}

__KC_FN __KC_H2 __hadd2(__KC_H2 a, __KC_H2 b) {
  return a + b;
}
__KC_FN __KC_H2 __hsub2(__KC_H2 a, __KC_H2 b) {
  return a - b;
}
__KC_FN __KC_H2 __hmul2(__KC_H2 a, __KC_H2 b) {
  return a * b;
}
__KC_FN __KC_H2 __hadd2_rn(__KC_H2 a, __KC_H2 b) {
  return a + b;
}
__KC_FN __KC_H2 __hsub2_rn(__KC_H2 a, __KC_H2 b) {
  return a - b;
}
__KC_FN __KC_H2 __hmul2_rn(__KC_H2 a, __KC_H2 b) {
  return a * b;
}
__KC_FN __KC_H2 __h2div(__KC_H2 a, __KC_H2 b) {
  return a / b;
}
__KC_FN __KC_H2 __hneg2(__KC_H2 a) {
  return -a;
}
__KC_FN __KC_H2 __habs2(__KC_H2 a) {
  return __builtin_bit_cast(__KC_H2, __builtin_bit_cast(unsigned int, a) & 0x7fff7fffu);
}
__KC_FN __KC_H2 __hfma2(__KC_H2 a, __KC_H2 b, __KC_H2 c) {
  return __KC_H2(__builtin_elementwise_fma(a.w(), b.w(), c.w()));
}
__KC_FN __KC_H2 __hmax2(__KC_H2 a, __KC_H2 b) {
  return __KC_H2(__builtin_elementwise_max(a.w(), b.w()));
}
__KC_FN __KC_H2 __hmin2(__KC_H2 a, __KC_H2 b) {
  return __KC_H2(__builtin_elementwise_min(a.w(), b.w()));
}
__KC_FN __KC_H2 __hmax2_nan(__KC_H2 a, __KC_H2 b) {
  return __hmax2(a, b);
}
__KC_FN __KC_H2 __hmin2_nan(__KC_H2 a, __KC_H2 b) {
  return __hmin2(a, b);
}
__KC_FN __KC_H2 __kc_saturate2(__KC_H2 a) {
  return {__kc_saturate(a.x), __kc_saturate(a.y)};
}
__KC_FN __KC_H2 __hadd2_sat(__KC_H2 a, __KC_H2 b) {
  return __kc_saturate2(a + b);
}
__KC_FN __KC_H2 __hsub2_sat(__KC_H2 a, __KC_H2 b) {
  return __kc_saturate2(a - b);
}
__KC_FN __KC_H2 __hmul2_sat(__KC_H2 a, __KC_H2 b) {
  return __kc_saturate2(a * b);
}
__KC_FN __KC_H2 __hfma2_sat(__KC_H2 a, __KC_H2 b, __KC_H2 c) {
  return __kc_saturate2(__hfma2(a, b, c));
}
__KC_FN __KC_H2 __hfma2_relu(__KC_H2 a, __KC_H2 b, __KC_H2 c) {
  return {__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y)};
}
__KC_FN __KC_H2 __hcmadd(__KC_H2 a, __KC_H2 b, __KC_H2 c) {
  __KC_H2 t = __hfma2({a.x, a.x}, b, c);
  return __hfma2({-a.y, a.y}, {b.y, b.x}, t);
}
__KC_FN __KC_H2 __hisnan2(__KC_H2 a) {
  return {__KC_H(__hisnan(a.x) ? 1.0f : 0.0f), __KC_H(__hisnan(a.y) ? 1.0f : 0.0f)};
}

// Functions of one argument go through single precision, with the approximate instructions.
#define __KC_H1(name, expression)        \
  __KC_FN __KC_H h##name(__KC_H a) {     \
    float x = (float)a.v;                \
    return __KC_H((float)(expression));  \
  }                                      \
  __KC_FN __KC_H2 h2##name(__KC_H2 a) {  \
    return {h##name(a.x), h##name(a.y)}; \
  }
// These of half also correct results that would round wrongly, which the canonical function stands
// for. A pair is corrected at once: one canonical function for both.
#ifdef __KC_CORRECTED
#define __KC_H1_CORRECTED(name, expression)        \
  __KC_FN __KC_H h##name(__KC_H a) {               \
    return __KC_H(__KC_CORRECTED(name)(a.v));      \
  }                                                \
  __KC_FN __KC_H2 h2##name(__KC_H2 a) {            \
    float x = (float)a.y.v;                        \
    return {h##name(a.x), __KC_H((float)(expression))}; \
  }
#else
#define __KC_H1_CORRECTED __KC_H1
#endif
__KC_H1(sqrt, __nvvm_sqrt_approx_ftz_f(x))
__KC_H1(rsqrt, __nvvm_rsqrt_approx_ftz_f(x))
__KC_H1(rcp, __nvvm_rcp_approx_ftz_f(x))
__KC_H1_CORRECTED(log, __nvvm_lg2_approx_ftz_f(x) * 0x1.62e430p-1f)
__KC_H1_CORRECTED(log2, __nvvm_lg2_approx_ftz_f(x))
__KC_H1_CORRECTED(log10, __nvvm_lg2_approx_ftz_f(x) * 0x1.344136p-2f)
__KC_H1_CORRECTED(exp, __nvvm_ex2_approx_ftz_f(x * 0x1.715476p+0f))
__KC_H1_CORRECTED(exp2, __nvvm_ex2_approx_ftz_f(x))
__KC_H1_CORRECTED(exp10, __nvvm_ex2_approx_ftz_f(x * 0x1.a934f0p+1f))
__KC_H1_CORRECTED(sin, __kc_sin_f32(x))
__KC_H1_CORRECTED(cos, __kc_cos_f32(x))
__KC_H1(tanh, __kc_tanh_f32(x))
__KC_H1(tanh_approx, __tanh_approxf(x))
__KC_H1(floor, __builtin_floorf(x))
__KC_H1(ceil, __builtin_ceilf(x))
__KC_H1(trunc, __builtin_truncf(x))
__KC_H1(rint, __builtin_rintf(x))
#undef __KC_H1
#undef __KC_H1_CORRECTED

#if __CUDA_ARCH__ >= 900 || defined(__KC_ATOMIC_ALWAYS)
__KC_DEV __KC_H2 atomicAdd(__KC_H2* p, __KC_H2 v) {
  unsigned int r;
  asm volatile("atom.add.noftz." __KC_PTX "x2 %0, [%1], %2;"
               : "=r"(r)
               : "l"(p), "r"(__builtin_bit_cast(unsigned int, v))
               : "memory");
  return __builtin_bit_cast(__KC_H2, r);
}
__KC_DEV __KC_H atomicAdd(__KC_H* p, __KC_H v) {
  unsigned short r;
  asm volatile("atom.add.noftz." __KC_PTX " %0, [%1], %2;"
               : "=h"(r)
               : "l"(p), "h"(__builtin_bit_cast(unsigned short, v))
               : "memory");
  return __builtin_bit_cast(__KC_H, r);
}
#else
// Without the instruction the sum is put in place by compare-and-swap.
__KC_DEV __KC_H2 atomicAdd(__KC_H2* p, __KC_H2 v) {
  unsigned int was, seen = *(unsigned int*)p;
  do {
    was = seen;
    __KC_H2 sum = __builtin_bit_cast(__KC_H2, was) + v;
    seen = atomicCAS((unsigned int*)p, was, __builtin_bit_cast(unsigned int, sum));
  } while (seen != was);
  return __builtin_bit_cast(__KC_H2, was);
}
__KC_DEV __KC_H atomicAdd(__KC_H* p, __KC_H v) {
  unsigned short was, seen = *(unsigned short*)p;
  do {
    was = seen;
    __KC_H sum = __builtin_bit_cast(__KC_H, was) + v;
    seen = atomicCAS((unsigned short*)p, was, __builtin_bit_cast(unsigned short, sum));
  } while (seen != was);
  return __builtin_bit_cast(__KC_H, was);
}
#endif
