// Single precision: each function rounds the double one, which is exact to more than twice its
// digits.
#include "math_common.h"

using namespace kc;

extern "C" {
double __kc_sin_f64(double);
double __kc_cos_f64(double);
double __kc_tan_f64(double);
double __kc_asin_f64(double);
double __kc_acos_f64(double);
double __kc_atan_f64(double);
double __kc_sinh_f64(double);
double __kc_cosh_f64(double);
double __kc_tanh_f64(double);
double __kc_asinh_f64(double);
double __kc_acosh_f64(double);
double __kc_atanh_f64(double);
double __kc_sinpi_f64(double);
double __kc_cospi_f64(double);
double __kc_tanpi_f64(double);
double __kc_asinpi_f64(double);
double __kc_acospi_f64(double);
double __kc_atanpi_f64(double);
double __kc_exp_f64(double);
double __kc_exp2_f64(double);
double __kc_exp10_f64(double);
double __kc_expm1_f64(double);
double __kc_log_f64(double);
double __kc_log2_f64(double);
double __kc_log10_f64(double);
double __kc_log1p_f64(double);
double __kc_logb_f64(double);
double __kc_cbrt_f64(double);
double __kc_rcbrt_f64(double);
double __kc_erf_f64(double);
double __kc_erfc_f64(double);
double __kc_erfinv_f64(double);
double __kc_erfcinv_f64(double);
double __kc_erfcx_f64(double);
double __kc_normcdf_f64(double);
double __kc_normcdfinv_f64(double);
double __kc_tgamma_f64(double);
double __kc_lgamma_f64(double);
double __kc_j0_f64(double);
double __kc_j1_f64(double);
double __kc_y0_f64(double);
double __kc_y1_f64(double);
double __kc_cyl_bessel_i0_f64(double);
double __kc_cyl_bessel_i1_f64(double);
double __kc_frexp_f64(double);
double __kc_pow_f64(double, double);
double __kc_atan2_f64(double, double);
double __kc_atan2pi_f64(double, double);
double __kc_fmod_f64(double, double);
double __kc_remainder_f64(double, double);
double __kc_hypot_f64(double, double);
double __kc_rhypot_f64(double, double);
double __kc_norm3d_f64(double, double, double);
double __kc_rnorm3d_f64(double, double, double);
double __kc_norm4d_f64(double, double, double, double);
double __kc_rnorm4d_f64(double, double, double, double);
double __kc_powi_f64(double, int);
double __kc_ldexp_f64(double, int);
double __kc_rootn_f64(double, int);
double __kc_jn_f64(int, double);
double __kc_yn_f64(int, double);
int __kc_ilogb_f64(double);
int __kc_frexp_exp_f64(double);
int __kc_lgamma_sign_f64(double);
int __kc_remquo_quo_f64(double, double);
f64x2 __kc_sincos_f64(double);
f64x2 __kc_sincospi_f64(double);
}

KC_MATH float __kc_sin_f32(float a) {
  return (float)__kc_sin_f64(a);
}
KC_MATH float __kc_cos_f32(float a) {
  return (float)__kc_cos_f64(a);
}
KC_MATH float __kc_tan_f32(float a) {
  return (float)__kc_tan_f64(a);
}
KC_MATH float __kc_asin_f32(float a) {
  return (float)__kc_asin_f64(a);
}
KC_MATH float __kc_acos_f32(float a) {
  return (float)__kc_acos_f64(a);
}
KC_MATH float __kc_atan_f32(float a) {
  return (float)__kc_atan_f64(a);
}
KC_MATH float __kc_sinh_f32(float a) {
  return (float)__kc_sinh_f64(a);
}
KC_MATH float __kc_cosh_f32(float a) {
  return (float)__kc_cosh_f64(a);
}
KC_MATH float __kc_tanh_f32(float a) {
  return (float)__kc_tanh_f64(a);
}
KC_MATH float __kc_asinh_f32(float a) {
  return (float)__kc_asinh_f64(a);
}
KC_MATH float __kc_acosh_f32(float a) {
  return (float)__kc_acosh_f64(a);
}
KC_MATH float __kc_atanh_f32(float a) {
  return (float)__kc_atanh_f64(a);
}
KC_MATH float __kc_sinpi_f32(float a) {
  return (float)__kc_sinpi_f64(a);
}
KC_MATH float __kc_cospi_f32(float a) {
  return (float)__kc_cospi_f64(a);
}
KC_MATH float __kc_tanpi_f32(float a) {
  return (float)__kc_tanpi_f64(a);
}
KC_MATH float __kc_asinpi_f32(float a) {
  return (float)__kc_asinpi_f64(a);
}
KC_MATH float __kc_acospi_f32(float a) {
  return (float)__kc_acospi_f64(a);
}
KC_MATH float __kc_atanpi_f32(float a) {
  return (float)__kc_atanpi_f64(a);
}
KC_MATH float __kc_exp_f32(float a) {
  return (float)__kc_exp_f64(a);
}
KC_MATH float __kc_exp2_f32(float a) {
  return (float)__kc_exp2_f64(a);
}
KC_MATH float __kc_exp10_f32(float a) {
  return (float)__kc_exp10_f64(a);
}
KC_MATH float __kc_expm1_f32(float a) {
  return (float)__kc_expm1_f64(a);
}
KC_MATH float __kc_log_f32(float a) {
  return (float)__kc_log_f64(a);
}
KC_MATH float __kc_log2_f32(float a) {
  return (float)__kc_log2_f64(a);
}
KC_MATH float __kc_log10_f32(float a) {
  return (float)__kc_log10_f64(a);
}
KC_MATH float __kc_log1p_f32(float a) {
  return (float)__kc_log1p_f64(a);
}
KC_MATH float __kc_logb_f32(float a) {
  return (float)__kc_logb_f64(a);
}
KC_MATH float __kc_cbrt_f32(float a) {
  return (float)__kc_cbrt_f64(a);
}
KC_MATH float __kc_rcbrt_f32(float a) {
  return (float)__kc_rcbrt_f64(a);
}
KC_MATH float __kc_erf_f32(float a) {
  return (float)__kc_erf_f64(a);
}
KC_MATH float __kc_erfc_f32(float a) {
  return (float)__kc_erfc_f64(a);
}
KC_MATH float __kc_erfinv_f32(float a) {
  return (float)__kc_erfinv_f64(a);
}
KC_MATH float __kc_erfcinv_f32(float a) {
  return (float)__kc_erfcinv_f64(a);
}
KC_MATH float __kc_erfcx_f32(float a) {
  return (float)__kc_erfcx_f64(a);
}
KC_MATH float __kc_normcdf_f32(float a) {
  return (float)__kc_normcdf_f64(a);
}
KC_MATH float __kc_normcdfinv_f32(float a) {
  return (float)__kc_normcdfinv_f64(a);
}
KC_MATH float __kc_tgamma_f32(float a) {
  return (float)__kc_tgamma_f64(a);
}
KC_MATH float __kc_lgamma_f32(float a) {
  return (float)__kc_lgamma_f64(a);
}
KC_MATH float __kc_j0_f32(float a) {
  return (float)__kc_j0_f64(a);
}
KC_MATH float __kc_j1_f32(float a) {
  return (float)__kc_j1_f64(a);
}
KC_MATH float __kc_y0_f32(float a) {
  return (float)__kc_y0_f64(a);
}
KC_MATH float __kc_y1_f32(float a) {
  return (float)__kc_y1_f64(a);
}
KC_MATH float __kc_cyl_bessel_i0_f32(float a) {
  return (float)__kc_cyl_bessel_i0_f64(a);
}
KC_MATH float __kc_cyl_bessel_i1_f32(float a) {
  return (float)__kc_cyl_bessel_i1_f64(a);
}
KC_MATH float __kc_frexp_f32(float a) {
  return (float)__kc_frexp_f64(a);
}
KC_MATH float __kc_pow_f32(float a, float b) {
  return (float)__kc_pow_f64(a, b);
}
KC_MATH float __kc_atan2_f32(float a, float b) {
  return (float)__kc_atan2_f64(a, b);
}
KC_MATH float __kc_atan2pi_f32(float a, float b) {
  return (float)__kc_atan2pi_f64(a, b);
}
KC_MATH float __kc_fmod_f32(float a, float b) {
  return (float)__kc_fmod_f64(a, b);
}
KC_MATH float __kc_remainder_f32(float a, float b) {
  return (float)__kc_remainder_f64(a, b);
}
KC_MATH float __kc_hypot_f32(float a, float b) {
  return (float)__kc_hypot_f64(a, b);
}
KC_MATH float __kc_rhypot_f32(float a, float b) {
  return (float)__kc_rhypot_f64(a, b);
}
KC_MATH float __kc_norm3d_f32(float a, float b, float c) {
  return (float)__kc_norm3d_f64(a, b, c);
}
KC_MATH float __kc_rnorm3d_f32(float a, float b, float c) {
  return (float)__kc_rnorm3d_f64(a, b, c);
}
KC_MATH float __kc_norm4d_f32(float a, float b, float c, float d) {
  return (float)__kc_norm4d_f64(a, b, c, d);
}
KC_MATH float __kc_rnorm4d_f32(float a, float b, float c, float d) {
  return (float)__kc_rnorm4d_f64(a, b, c, d);
}
KC_MATH float __kc_powi_f32(float a, int b) {
  return (float)__kc_powi_f64(a, b);
}
KC_MATH float __kc_ldexp_f32(float a, int b) {
  return (float)__kc_ldexp_f64(a, b);
}
KC_MATH float __kc_rootn_f32(float a, int b) {
  return (float)__kc_rootn_f64(a, b);
}
KC_MATH float __kc_jn_f32(int a, float b) {
  return (float)__kc_jn_f64(a, b);
}
KC_MATH float __kc_yn_f32(int a, float b) {
  return (float)__kc_yn_f64(a, b);
}
KC_MATH int __kc_ilogb_f32(float a) {
  return __kc_ilogb_f64(a);
}
KC_MATH int __kc_frexp_exp_f32(float a) {
  return __kc_frexp_exp_f64(a);
}
KC_MATH int __kc_lgamma_sign_f32(float a) {
  return __kc_lgamma_sign_f64(a);
}
KC_MATH int __kc_remquo_quo_f32(float a, float b) {
  return __kc_remquo_quo_f64(a, b);
}
KC_MATH f32x2 __kc_sincos_f32(float a) {
  f64x2 r = __kc_sincos_f64(a);
  return f32x2{(float)r[0], (float)r[1]};
}
KC_MATH f32x2 __kc_sincospi_f32(float a) {
  f64x2 r = __kc_sincospi_f64(a);
  return f32x2{(float)r[0], (float)r[1]};
}
