// The SIMD video functions: two halfwords or four bytes in one word, computed part by part.
#pragma once

// Applies `op` to the parts of two words; T is the type of a part.
template <class T, class Op>
__KC_FN unsigned int __kc_parts(unsigned int a, unsigned int b, Op op) {
  unsigned int r = 0;
#pragma unroll
  for (unsigned int i = 0; i < 4 / sizeof(T); ++i) {
    unsigned int shift = 8 * sizeof(T) * i;
    int value = op((int)(T)(a >> shift), (int)(T)(b >> shift));
    r |= ((unsigned int)value & (sizeof(T) == 2 ? 0xffffu : 0xffu)) << shift;
  }
  return r;
}
template <class T>
__KC_FN int __kc_clamp_part(int v) {
  constexpr int high = (T)-1 < 0 ? (1 << (8 * sizeof(T) - 1)) - 1 : (1 << 8 * sizeof(T)) - 1;
  constexpr int low = (T)-1 < 0 ? -(1 << (8 * sizeof(T) - 1)) : 0;
  return v > high ? high : v < low ? low : v;
}
struct __kc_part_add {
  __KC_FN int operator()(int a, int b) const { return a + b; }
};
struct __kc_part_sub {
  __KC_FN int operator()(int a, int b) const { return a - b; }
};
struct __kc_part_min {
  __KC_FN int operator()(int a, int b) const { return a < b ? a : b; }
};
struct __kc_part_max {
  __KC_FN int operator()(int a, int b) const { return a < b ? b : a; }
};
struct __kc_part_avg {
  __KC_FN int operator()(int a, int b) const { return (a + b + 1) >> 1; }
};
struct __kc_part_had {
  __KC_FN int operator()(int a, int b) const { return (a + b) >> 1; }
};
struct __kc_part_dif {
  __KC_FN int operator()(int a, int b) const { return a < b ? b - a : a - b; }
};
struct __kc_part_abs {
  __KC_FN int operator()(int a, int) const { return a < 0 ? -a : a; }
};
struct __kc_part_neg {
  __KC_FN int operator()(int a, int) const { return -a; }
};
template <class T, class Op>
struct __kc_part_sat {
  __KC_FN int operator()(int a, int b) const { return __kc_clamp_part<T>(Op()(a, b)); }
};
#define __KC_PART_CMP(name, op)                  \
  struct __kc_part_##name {                      \
    __KC_FN int operator()(int a, int b) const { \
      return a op b ? -1 : 0;                    \
    }                                            \
  };                                             \
  struct __kc_part_set##name {                   \
    __KC_FN int operator()(int a, int b) const { \
      return a op b;                             \
    }                                            \
  };
__KC_PART_CMP(eq, ==)
__KC_PART_CMP(ne, !=) __KC_PART_CMP(lt, <) __KC_PART_CMP(le, <=) __KC_PART_CMP(gt, >)
    __KC_PART_CMP(ge, >=)
#undef __KC_PART_CMP

// Macros over the template: a function per name would cost every file more than it is worth.
#define __vadd2(a, b) __kc_parts<unsigned short>(a, b, __kc_part_add())
#define __vadd4(a, b) __kc_parts<unsigned char>(a, b, __kc_part_add())
#define __vsub2(a, b) __kc_parts<unsigned short>(a, b, __kc_part_sub())
#define __vsub4(a, b) __kc_parts<unsigned char>(a, b, __kc_part_sub())
#define __vaddss2(a, b) __kc_parts<short>(a, b, __kc_part_sat<short, __kc_part_add>())
#define __vaddus2(a, b) \
  __kc_parts<unsigned short>(a, b, __kc_part_sat<unsigned short, __kc_part_add>())
#define __vaddss4(a, b) __kc_parts<signed char>(a, b, __kc_part_sat<signed char, __kc_part_add>())
#define __vaddus4(a, b) \
  __kc_parts<unsigned char>(a, b, __kc_part_sat<unsigned char, __kc_part_add>())
#define __vsubss2(a, b) __kc_parts<short>(a, b, __kc_part_sat<short, __kc_part_sub>())
#define __vsubus2(a, b) \
  __kc_parts<unsigned short>(a, b, __kc_part_sat<unsigned short, __kc_part_sub>())
#define __vsubss4(a, b) __kc_parts<signed char>(a, b, __kc_part_sat<signed char, __kc_part_sub>())
#define __vsubus4(a, b) \
  __kc_parts<unsigned char>(a, b, __kc_part_sat<unsigned char, __kc_part_sub>())
#define __vmins2(a, b) __kc_parts<short>(a, b, __kc_part_min())
#define __vminu2(a, b) __kc_parts<unsigned short>(a, b, __kc_part_min())
#define __vmins4(a, b) __kc_parts<signed char>(a, b, __kc_part_min())
#define __vminu4(a, b) __kc_parts<unsigned char>(a, b, __kc_part_min())
#define __vmaxs2(a, b) __kc_parts<short>(a, b, __kc_part_max())
#define __vmaxu2(a, b) __kc_parts<unsigned short>(a, b, __kc_part_max())
#define __vmaxs4(a, b) __kc_parts<signed char>(a, b, __kc_part_max())
#define __vmaxu4(a, b) __kc_parts<unsigned char>(a, b, __kc_part_max())
#define __vavgs2(a, b) __kc_parts<short>(a, b, __kc_part_avg())
#define __vavgu2(a, b) __kc_parts<unsigned short>(a, b, __kc_part_avg())
#define __vavgs4(a, b) __kc_parts<signed char>(a, b, __kc_part_avg())
#define __vavgu4(a, b) __kc_parts<unsigned char>(a, b, __kc_part_avg())
#define __vhaddu2(a, b) __kc_parts<unsigned short>(a, b, __kc_part_had())
#define __vhaddu4(a, b) __kc_parts<unsigned char>(a, b, __kc_part_had())
#define __vabsdiffs2(a, b) __kc_parts<short>(a, b, __kc_part_dif())
#define __vabsdiffu2(a, b) __kc_parts<unsigned short>(a, b, __kc_part_dif())
#define __vabsdiffs4(a, b) __kc_parts<signed char>(a, b, __kc_part_dif())
#define __vabsdiffu4(a, b) __kc_parts<unsigned char>(a, b, __kc_part_dif())
#define __vabs2(a) __kc_parts<short>(a, 0u, __kc_part_abs())
#define __vabs4(a) __kc_parts<signed char>(a, 0u, __kc_part_abs())
#define __vabsss2(a) __kc_parts<short>(a, 0u, __kc_part_sat<short, __kc_part_abs>())
#define __vabsss4(a) __kc_parts<signed char>(a, 0u, __kc_part_sat<signed char, __kc_part_abs>())
#define __vneg2(a) __kc_parts<short>(a, 0u, __kc_part_neg())
#define __vneg4(a) __kc_parts<signed char>(a, 0u, __kc_part_neg())
#define __vnegss2(a) __kc_parts<short>(a, 0u, __kc_part_sat<short, __kc_part_neg>())
#define __vnegss4(a) __kc_parts<signed char>(a, 0u, __kc_part_sat<signed char, __kc_part_neg>())
#define __vcmpeq2(a, b) __kc_parts<unsigned short>(a, b, __kc_part_eq())
#define __vseteq2(a, b) __kc_parts<unsigned short>(a, b, __kc_part_seteq())
#define __vcmpeq4(a, b) __kc_parts<unsigned char>(a, b, __kc_part_eq())
#define __vseteq4(a, b) __kc_parts<unsigned char>(a, b, __kc_part_seteq())
#define __vcmpne2(a, b) __kc_parts<unsigned short>(a, b, __kc_part_ne())
#define __vsetne2(a, b) __kc_parts<unsigned short>(a, b, __kc_part_setne())
#define __vcmpne4(a, b) __kc_parts<unsigned char>(a, b, __kc_part_ne())
#define __vsetne4(a, b) __kc_parts<unsigned char>(a, b, __kc_part_setne())
#define __vcmplts2(a, b) __kc_parts<short>(a, b, __kc_part_lt())
#define __vsetlts2(a, b) __kc_parts<short>(a, b, __kc_part_setlt())
#define __vcmplts4(a, b) __kc_parts<signed char>(a, b, __kc_part_lt())
#define __vsetlts4(a, b) __kc_parts<signed char>(a, b, __kc_part_setlt())
#define __vcmpltu2(a, b) __kc_parts<unsigned short>(a, b, __kc_part_lt())
#define __vsetltu2(a, b) __kc_parts<unsigned short>(a, b, __kc_part_setlt())
#define __vcmpltu4(a, b) __kc_parts<unsigned char>(a, b, __kc_part_lt())
#define __vsetltu4(a, b) __kc_parts<unsigned char>(a, b, __kc_part_setlt())
#define __vcmples2(a, b) __kc_parts<short>(a, b, __kc_part_le())
#define __vsetles2(a, b) __kc_parts<short>(a, b, __kc_part_setle())
#define __vcmples4(a, b) __kc_parts<signed char>(a, b, __kc_part_le())
#define __vsetles4(a, b) __kc_parts<signed char>(a, b, __kc_part_setle())
#define __vcmpleu2(a, b) __kc_parts<unsigned short>(a, b, __kc_part_le())
#define __vsetleu2(a, b) __kc_parts<unsigned short>(a, b, __kc_part_setle())
#define __vcmpleu4(a, b) __kc_parts<unsigned char>(a, b, __kc_part_le())
#define __vsetleu4(a, b) __kc_parts<unsigned char>(a, b, __kc_part_setle())
#define __vcmpgts2(a, b) __kc_parts<short>(a, b, __kc_part_gt())
#define __vsetgts2(a, b) __kc_parts<short>(a, b, __kc_part_setgt())
#define __vcmpgts4(a, b) __kc_parts<signed char>(a, b, __kc_part_gt())
#define __vsetgts4(a, b) __kc_parts<signed char>(a, b, __kc_part_setgt())
#define __vcmpgtu2(a, b) __kc_parts<unsigned short>(a, b, __kc_part_gt())
#define __vsetgtu2(a, b) __kc_parts<unsigned short>(a, b, __kc_part_setgt())
#define __vcmpgtu4(a, b) __kc_parts<unsigned char>(a, b, __kc_part_gt())
#define __vsetgtu4(a, b) __kc_parts<unsigned char>(a, b, __kc_part_setgt())
#define __vcmpges2(a, b) __kc_parts<short>(a, b, __kc_part_ge())
#define __vsetges2(a, b) __kc_parts<short>(a, b, __kc_part_setge())
#define __vcmpges4(a, b) __kc_parts<signed char>(a, b, __kc_part_ge())
#define __vsetges4(a, b) __kc_parts<signed char>(a, b, __kc_part_setge())
#define __vcmpgeu2(a, b) __kc_parts<unsigned short>(a, b, __kc_part_ge())
#define __vsetgeu2(a, b) __kc_parts<unsigned short>(a, b, __kc_part_setge())
#define __vcmpgeu4(a, b) __kc_parts<unsigned char>(a, b, __kc_part_ge())
#define __vsetgeu4(a, b) __kc_parts<unsigned char>(a, b, __kc_part_setge())
        template <class T>
        __KC_FN unsigned int __kc_part_sum(unsigned int a) {
  unsigned int r = 0;
#pragma unroll
  for (unsigned int i = 0; i < 4 / sizeof(T); ++i)
    r += (T)(a >> 8 * sizeof(T) * i);
  return r;
}
#define __vsads2(a, b) __kc_part_sum<unsigned short>(__vabsdiffs2(a, b))
#define __vsadu2(a, b) __kc_part_sum<unsigned short>(__vabsdiffu2(a, b))
#define __vsads4(a, b) __kc_part_sum<unsigned char>(__vabsdiffs4(a, b))
#define __vsadu4(a, b) __kc_part_sum<unsigned char>(__vabsdiffu4(a, b))

// Halves of a word: sums, then the least or greatest of two or three. DPX instructions of sm_90.
#define __KC_HALVES(T, expression)                                                      \
  T ah = (T)(a >> 16), al = (T)a, bh = (T)(b >> 16), bl = (T)b, ch = (T)(c >> 16), cl = (T)c; \
  return (unsigned)(unsigned short)(expression(ah, bh, ch)) << 16 |                     \
         (unsigned short)(expression(al, bl, cl));
#define __KC_DPX(name, T, expression)                                     \
  __KC_DEV unsigned int name(unsigned a, unsigned b, unsigned c) {        \
    __KC_HALVES(T, expression)                                            \
  }
#define __KC_MAX2(a, b) ((a) < (b) ? (b) : (a))
#define __KC_MIN2(a, b) ((b) < (a) ? (b) : (a))
#define __KC_MAX3(a, b, c) __KC_MAX2(__KC_MAX2(a, b), c)
#define __KC_MIN3(a, b, c) __KC_MIN2(__KC_MIN2(a, b), c)
#define __KC_MAX3R(a, b, c) __KC_MAX2(__KC_MAX3(a, b, c), 0)
#define __KC_MIN3R(a, b, c) __KC_MAX2(__KC_MIN3(a, b, c), 0)
#define __KC_ADDMAX(a, b, c) __KC_MAX2((decltype(a))((a) + (b)), c)
#define __KC_ADDMIN(a, b, c) __KC_MIN2((decltype(a))((a) + (b)), c)
#define __KC_ADDMAXR(a, b, c) __KC_MAX2(__KC_ADDMAX(a, b, c), 0)
#define __KC_ADDMINR(a, b, c) __KC_MAX2(__KC_ADDMIN(a, b, c), 0)
#define __KC_MAX2R(a, b, c) __KC_MAX2(__KC_MAX2(a, b), 0)
#define __KC_MIN2R(a, b, c) __KC_MAX2(__KC_MIN2(a, b), 0)
__KC_DPX(__vimax3_s16x2, short, __KC_MAX3)
__KC_DPX(__vimax3_u16x2, unsigned short, __KC_MAX3)
__KC_DPX(__vimin3_s16x2, short, __KC_MIN3)
__KC_DPX(__vimin3_u16x2, unsigned short, __KC_MIN3)
__KC_DPX(__vimax3_s16x2_relu, short, __KC_MAX3R)
__KC_DPX(__vimin3_s16x2_relu, short, __KC_MIN3R)
__KC_DPX(__viaddmax_s16x2, short, __KC_ADDMAX)
__KC_DPX(__viaddmax_u16x2, unsigned short, __KC_ADDMAX)
__KC_DPX(__viaddmin_s16x2, short, __KC_ADDMIN)
__KC_DPX(__viaddmin_u16x2, unsigned short, __KC_ADDMIN)
__KC_DPX(__viaddmax_s16x2_relu, short, __KC_ADDMAXR)
__KC_DPX(__viaddmin_s16x2_relu, short, __KC_ADDMINR)
__KC_DEV unsigned int __vimax_s16x2_relu(unsigned a, unsigned b) {
  unsigned c = 0;
  __KC_HALVES(short, __KC_MAX2R)
}
__KC_DEV unsigned int __vimin_s16x2_relu(unsigned a, unsigned b) {
  unsigned c = 0;
  __KC_HALVES(short, __KC_MIN2R)
}
// Which of the two it is, too.
#define __KC_WHICH(name, T, op)                  \
  __KC_DEV T name(T a, T b, bool* const first) { \
    *first = a op b;                             \
    return *first ? a : b;                       \
  }
__KC_WHICH(__vibmax_s32, int, >=)
__KC_WHICH(__vibmax_u32, unsigned int, >=)
__KC_WHICH(__vibmin_s32, int, <=)
__KC_WHICH(__vibmin_u32, unsigned int, <=)
#undef __KC_WHICH
#undef __KC_MIN2R
#undef __KC_MAX2R
#undef __KC_ADDMINR
#undef __KC_ADDMAXR
#undef __KC_ADDMIN
#undef __KC_ADDMAX
#undef __KC_MIN3R
#undef __KC_MAX3R
#undef __KC_MIN3
#undef __KC_MAX3
#undef __KC_MIN2
#undef __KC_MAX2
#undef __KC_DPX
#undef __KC_HALVES
