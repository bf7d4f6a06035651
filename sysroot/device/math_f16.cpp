// Half precision: each function rounds the single one. Only for compilers that have the type.
#include "math_common.h"

#ifdef __clang__
using namespace kc;
typedef _Float16 f16x2 __attribute__((vector_size(4)));

extern "C" {
float __kc_sin_f32(float);
float __kc_cos_f32(float);
float __kc_tan_f32(float);
float __kc_asin_f32(float);
float __kc_acos_f32(float);
float __kc_atan_f32(float);
float __kc_sinh_f32(float);
float __kc_cosh_f32(float);
float __kc_tanh_f32(float);
float __kc_asinh_f32(float);
float __kc_acosh_f32(float);
float __kc_atanh_f32(float);
float __kc_sinpi_f32(float);
float __kc_cospi_f32(float);
float __kc_tanpi_f32(float);
float __kc_asinpi_f32(float);
float __kc_acospi_f32(float);
float __kc_atanpi_f32(float);
float __kc_exp_f32(float);
float __kc_exp2_f32(float);
float __kc_exp10_f32(float);
float __kc_expm1_f32(float);
float __kc_log_f32(float);
float __kc_log2_f32(float);
float __kc_log10_f32(float);
float __kc_log1p_f32(float);
float __kc_logb_f32(float);
float __kc_cbrt_f32(float);
float __kc_erf_f32(float);
float __kc_erfc_f32(float);
float __kc_tgamma_f32(float);
float __kc_lgamma_f32(float);
float __kc_frexp_f32(float);
float __kc_pow_f32(float, float);
float __kc_atan2_f32(float, float);
float __kc_atan2pi_f32(float, float);
float __kc_fmod_f32(float, float);
float __kc_remainder_f32(float, float);
float __kc_hypot_f32(float, float);
float __kc_powi_f32(float, int);
float __kc_ldexp_f32(float, int);
float __kc_rootn_f32(float, int);
int __kc_ilogb_f32(float);
int __kc_frexp_exp_f32(float);
int __kc_lgamma_sign_f32(float);
int __kc_remquo_quo_f32(float, float);
f32x2 __kc_sincos_f32(float);
}

KC_MATH _Float16 __kc_sin_f16(_Float16 a) {
  return (_Float16)__kc_sin_f32(a);
}
KC_MATH _Float16 __kc_cos_f16(_Float16 a) {
  return (_Float16)__kc_cos_f32(a);
}
KC_MATH _Float16 __kc_tan_f16(_Float16 a) {
  return (_Float16)__kc_tan_f32(a);
}
KC_MATH _Float16 __kc_asin_f16(_Float16 a) {
  return (_Float16)__kc_asin_f32(a);
}
KC_MATH _Float16 __kc_acos_f16(_Float16 a) {
  return (_Float16)__kc_acos_f32(a);
}
KC_MATH _Float16 __kc_atan_f16(_Float16 a) {
  return (_Float16)__kc_atan_f32(a);
}
KC_MATH _Float16 __kc_sinh_f16(_Float16 a) {
  return (_Float16)__kc_sinh_f32(a);
}
KC_MATH _Float16 __kc_cosh_f16(_Float16 a) {
  return (_Float16)__kc_cosh_f32(a);
}
KC_MATH _Float16 __kc_tanh_f16(_Float16 a) {
  return (_Float16)__kc_tanh_f32(a);
}
KC_MATH _Float16 __kc_asinh_f16(_Float16 a) {
  return (_Float16)__kc_asinh_f32(a);
}
KC_MATH _Float16 __kc_acosh_f16(_Float16 a) {
  return (_Float16)__kc_acosh_f32(a);
}
KC_MATH _Float16 __kc_atanh_f16(_Float16 a) {
  return (_Float16)__kc_atanh_f32(a);
}
KC_MATH _Float16 __kc_sinpi_f16(_Float16 a) {
  return (_Float16)__kc_sinpi_f32(a);
}
KC_MATH _Float16 __kc_cospi_f16(_Float16 a) {
  return (_Float16)__kc_cospi_f32(a);
}
KC_MATH _Float16 __kc_tanpi_f16(_Float16 a) {
  return (_Float16)__kc_tanpi_f32(a);
}
KC_MATH _Float16 __kc_asinpi_f16(_Float16 a) {
  return (_Float16)__kc_asinpi_f32(a);
}
KC_MATH _Float16 __kc_acospi_f16(_Float16 a) {
  return (_Float16)__kc_acospi_f32(a);
}
KC_MATH _Float16 __kc_atanpi_f16(_Float16 a) {
  return (_Float16)__kc_atanpi_f32(a);
}
KC_MATH _Float16 __kc_exp_f16(_Float16 a) {
  return (_Float16)__kc_exp_f32(a);
}
KC_MATH _Float16 __kc_exp2_f16(_Float16 a) {
  return (_Float16)__kc_exp2_f32(a);
}
KC_MATH _Float16 __kc_exp10_f16(_Float16 a) {
  return (_Float16)__kc_exp10_f32(a);
}
KC_MATH _Float16 __kc_expm1_f16(_Float16 a) {
  return (_Float16)__kc_expm1_f32(a);
}
KC_MATH _Float16 __kc_log_f16(_Float16 a) {
  return (_Float16)__kc_log_f32(a);
}
KC_MATH _Float16 __kc_log2_f16(_Float16 a) {
  return (_Float16)__kc_log2_f32(a);
}
KC_MATH _Float16 __kc_log10_f16(_Float16 a) {
  return (_Float16)__kc_log10_f32(a);
}
KC_MATH _Float16 __kc_log1p_f16(_Float16 a) {
  return (_Float16)__kc_log1p_f32(a);
}
KC_MATH _Float16 __kc_logb_f16(_Float16 a) {
  return (_Float16)__kc_logb_f32(a);
}
KC_MATH _Float16 __kc_cbrt_f16(_Float16 a) {
  return (_Float16)__kc_cbrt_f32(a);
}
KC_MATH _Float16 __kc_erf_f16(_Float16 a) {
  return (_Float16)__kc_erf_f32(a);
}
KC_MATH _Float16 __kc_erfc_f16(_Float16 a) {
  return (_Float16)__kc_erfc_f32(a);
}
KC_MATH _Float16 __kc_tgamma_f16(_Float16 a) {
  return (_Float16)__kc_tgamma_f32(a);
}
KC_MATH _Float16 __kc_lgamma_f16(_Float16 a) {
  return (_Float16)__kc_lgamma_f32(a);
}
KC_MATH _Float16 __kc_frexp_f16(_Float16 a) {
  return (_Float16)__kc_frexp_f32(a);
}
KC_MATH _Float16 __kc_pow_f16(_Float16 a, _Float16 b) {
  return (_Float16)__kc_pow_f32(a, b);
}
KC_MATH _Float16 __kc_atan2_f16(_Float16 a, _Float16 b) {
  return (_Float16)__kc_atan2_f32(a, b);
}
KC_MATH _Float16 __kc_atan2pi_f16(_Float16 a, _Float16 b) {
  return (_Float16)__kc_atan2pi_f32(a, b);
}
KC_MATH _Float16 __kc_fmod_f16(_Float16 a, _Float16 b) {
  return (_Float16)__kc_fmod_f32(a, b);
}
KC_MATH _Float16 __kc_remainder_f16(_Float16 a, _Float16 b) {
  return (_Float16)__kc_remainder_f32(a, b);
}
KC_MATH _Float16 __kc_hypot_f16(_Float16 a, _Float16 b) {
  return (_Float16)__kc_hypot_f32(a, b);
}
KC_MATH _Float16 __kc_powi_f16(_Float16 a, int b) {
  return (_Float16)__kc_powi_f32(a, b);
}
KC_MATH _Float16 __kc_ldexp_f16(_Float16 a, int b) {
  return (_Float16)__kc_ldexp_f32(a, b);
}
KC_MATH _Float16 __kc_rootn_f16(_Float16 a, int b) {
  return (_Float16)__kc_rootn_f32(a, b);
}
KC_MATH int __kc_ilogb_f16(_Float16 a) {
  return __kc_ilogb_f32(a);
}
KC_MATH int __kc_frexp_exp_f16(_Float16 a) {
  return __kc_frexp_exp_f32(a);
}
KC_MATH int __kc_lgamma_sign_f16(_Float16 a) {
  return __kc_lgamma_sign_f32(a);
}
KC_MATH int __kc_remquo_quo_f16(_Float16 a, _Float16 b) {
  return __kc_remquo_quo_f32(a, b);
}
KC_MATH f16x2 __kc_sincos_f16(_Float16 a) {
  f32x2 r = __kc_sincos_f32(a);
  return f16x2{(_Float16)r[0], (_Float16)r[1]};
}

// The neighbour is one of the half type, not of float.
KC_MATH _Float16 __kc_nextafter_f16(_Float16 x, _Float16 y) {
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  unsigned short b = __builtin_bit_cast(unsigned short, x);
  if (x == 0) return __builtin_bit_cast(_Float16, (unsigned short)(y < 0 ? 0x8001 : 1));
  return __builtin_bit_cast(_Float16, (unsigned short)((x < y) == (x > 0) ? b + 1 : b - 1));
}
#endif
