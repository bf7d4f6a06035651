// Made by scripts/expansions --checks: one operation a kernel, confirmed by counters.
#include <cuda_fp16.h>
extern "C" __global__ void x_sin_f32(const float* p1, float* o) { float a1 = *p1; float r; r = sinf(a1);  *o = r; }
extern "C" __global__ void x_cos_f32(const float* p1, float* o) { float a1 = *p1; float r; r = cosf(a1);  *o = r; }
extern "C" __global__ void x_tan_f32(const float* p1, float* o) { float a1 = *p1; float r; r = tanf(a1);  *o = r; }
extern "C" __global__ void x_sinh_f32(const float* p1, float* o) { float a1 = *p1; float r; r = sinhf(a1);  *o = r; }
extern "C" __global__ void x_cosh_f32(const float* p1, float* o) { float a1 = *p1; float r; r = coshf(a1);  *o = r; }
extern "C" __global__ void x_tanh_f32(const float* p1, float* o) { float a1 = *p1; float r; r = tanhf(a1);  *o = r; }
extern "C" __global__ void x_exp_f32(const float* p1, float* o) { float a1 = *p1; float r; r = expf(a1);  *o = r; }
extern "C" __global__ void x_exp2_f32(const float* p1, float* o) { float a1 = *p1; float r; r = exp2f(a1);  *o = r; }
extern "C" __global__ void x_exp10_f32(const float* p1, float* o) { float a1 = *p1; float r; r = exp10f(a1);  *o = r; }
extern "C" __global__ void x_expm1_f32(const float* p1, float* o) { float a1 = *p1; float r; r = expm1f(a1);  *o = r; }
extern "C" __global__ void x_log_f32(const float* p1, float* o) { float a1 = *p1; float r; r = logf(a1);  *o = r; }
extern "C" __global__ void x_log2_f32(const float* p1, float* o) { float a1 = *p1; float r; r = log2f(a1);  *o = r; }
extern "C" __global__ void x_log10_f32(const float* p1, float* o) { float a1 = *p1; float r; r = log10f(a1);  *o = r; }
extern "C" __global__ void x_log1p_f32(const float* p1, float* o) { float a1 = *p1; float r; r = log1pf(a1);  *o = r; }
extern "C" __global__ void x_cbrt_f32(const float* p1, float* o) { float a1 = *p1; float r; r = cbrtf(a1);  *o = r; }
extern "C" __global__ void x_rcbrt_f32(const float* p1, float* o) { float a1 = *p1; float r; r = rcbrtf(a1);  *o = r; }
extern "C" __global__ void x_erf_f32(const float* p1, float* o) { float a1 = *p1; float r; r = erff(a1);  *o = r; }
extern "C" __global__ void x_erfc_f32(const float* p1, float* o) { float a1 = *p1; float r; r = erfcf(a1);  *o = r; }
extern "C" __global__ void x_tgamma_f32(const float* p1, float* o) { float a1 = *p1; float r; r = tgammaf(a1);  *o = r; }
extern "C" __global__ void x_lgamma_f32(const float* p1, float* o) { float a1 = *p1; float r; r = lgammaf(a1);  *o = r; }
extern "C" __global__ void x_sincos_f32(const float* p1, float2* o) { float a1 = *p1; float2 r; sincosf(a1, &r.x, &r.y);  *o = r; }
extern "C" __global__ void x_sinpi_f32(const float* p1, float* o) { float a1 = *p1; float r; r = sinpif(a1);  *o = r; }
extern "C" __global__ void x_cospi_f32(const float* p1, float* o) { float a1 = *p1; float r; r = cospif(a1);  *o = r; }
extern "C" __global__ void x_j0_f32(const float* p1, float* o) { float a1 = *p1; float r; r = j0f(a1);  *o = r; }
extern "C" __global__ void x_y0_f32(const float* p1, float* o) { float a1 = *p1; float r; r = y0f(a1);  *o = r; }
extern "C" __global__ void x_normcdf_f32(const float* p1, float* o) { float a1 = *p1; float r; r = normcdff(a1);  *o = r; }
extern "C" __global__ void x_asin_f32(const float* p1, float* o) { float a1 = *p1; float r; r = asinf(a1);  *o = r; }
extern "C" __global__ void x_acos_f32(const float* p1, float* o) { float a1 = *p1; float r; r = acosf(a1);  *o = r; }
extern "C" __global__ void x_atan_f32(const float* p1, float* o) { float a1 = *p1; float r; r = atanf(a1);  *o = r; }
extern "C" __global__ void x_atanh_f32(const float* p1, float* o) { float a1 = *p1; float r; r = atanhf(a1);  *o = r; }
extern "C" __global__ void x_erfinv_f32(const float* p1, float* o) { float a1 = *p1; float r; r = erfinvf(a1);  *o = r; }
extern "C" __global__ void x_pow_f32(const float* p1, const float* p2, float* o) { float a1 = *p1; float a2 = *p2; float r; r = powf(a1, a2);  *o = r; }
extern "C" __global__ void x_atan2_f32(const float* p1, const float* p2, float* o) { float a1 = *p1; float a2 = *p2; float r; r = atan2f(a1, a2);  *o = r; }
extern "C" __global__ void x_hypot_f32(const float* p1, const float* p2, float* o) { float a1 = *p1; float a2 = *p2; float r; r = hypotf(a1, a2);  *o = r; }
extern "C" __global__ void x_fmod_f32(const float* p1, const float* p2, float* o) { float a1 = *p1; float a2 = *p2; float r; r = fmodf(a1, a2);  *o = r; }
extern "C" __global__ void x_norm3d_f32(const float* p1, const float* p2, const float* p3, float* o) { float a1 = *p1; float a2 = *p2; float a3 = *p3; float r; r = norm3df(a1, a2, a3);  *o = r; }
extern "C" __global__ void x_rnorm3d_f32(const float* p1, const float* p2, const float* p3, float* o) { float a1 = *p1; float a2 = *p2; float a3 = *p3; float r; r = rnorm3df(a1, a2, a3);  *o = r; }
extern "C" __global__ void x_sin_f64(const double* p1, double* o) { double a1 = *p1; double r; r = sin(a1);  *o = r; }
extern "C" __global__ void x_cos_f64(const double* p1, double* o) { double a1 = *p1; double r; r = cos(a1);  *o = r; }
extern "C" __global__ void x_tan_f64(const double* p1, double* o) { double a1 = *p1; double r; r = tan(a1);  *o = r; }
extern "C" __global__ void x_exp_f64(const double* p1, double* o) { double a1 = *p1; double r; r = exp(a1);  *o = r; }
extern "C" __global__ void x_log_f64(const double* p1, double* o) { double a1 = *p1; double r; r = log(a1);  *o = r; }
extern "C" __global__ void x_log2_f64(const double* p1, double* o) { double a1 = *p1; double r; r = log2(a1);  *o = r; }
extern "C" __global__ void x_exp2_f64(const double* p1, double* o) { double a1 = *p1; double r; r = exp2(a1);  *o = r; }
extern "C" __global__ void x_pow_f64(const double* p1, const double* p2, double* o) { double a1 = *p1; double a2 = *p2; double r; r = pow(a1, a2);  *o = r; }
extern "C" __global__ void x_tanh_f64(const double* p1, double* o) { double a1 = *p1; double r; r = tanh(a1);  *o = r; }
extern "C" __global__ void x_erf_f64(const double* p1, double* o) { double a1 = *p1; double r; r = erf(a1);  *o = r; }
extern "C" __global__ void x_erfc_f64(const double* p1, double* o) { double a1 = *p1; double r; r = erfc(a1);  *o = r; }
extern "C" __global__ void x_cbrt_f64(const double* p1, double* o) { double a1 = *p1; double r; r = cbrt(a1);  *o = r; }
extern "C" __global__ void x_atan_f64(const double* p1, double* o) { double a1 = *p1; double r; r = atan(a1);  *o = r; }
extern "C" __global__ void x_sincos_f64(const double* p1, double2* o) { double a1 = *p1; double2 r; sincos(a1, &r.x, &r.y);  *o = r; }
extern "C" __global__ void x_tgamma_f64(const double* p1, double* o) { double a1 = *p1; double r; r = tgamma(a1);  *o = r; }
extern "C" __global__ void x_fmod_f64(const double* p1, const double* p2, double* o) { double a1 = *p1; double a2 = *p2; double r; r = fmod(a1, a2);  *o = r; }
extern "C" __global__ void x_hypot_f64(const double* p1, const double* p2, double* o) { double a1 = *p1; double a2 = *p2; double r; r = hypot(a1, a2);  *o = r; }
extern "C" __global__ void x_asin_f64(const double* p1, double* o) { double a1 = *p1; double r; r = asin(a1);  *o = r; }
extern "C" __global__ void x_sin_f16(const __half* p1, __half* o) { __half a1 = *p1; __half r; r = hsin(a1);  *o = r; }
extern "C" __global__ void x_exp_f16(const __half* p1, __half* o) { __half a1 = *p1; __half r; r = hexp(a1);  *o = r; }
extern "C" __global__ void x_log_f16(const __half* p1, __half* o) { __half a1 = *p1; __half r; r = hlog(a1);  *o = r; }
extern "C" __global__ void x_div_rn_f32(const float* p1, const float* p2, float* o) { float a1 = *p1; float a2 = *p2; float r; asm("div.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a1), "f"(a2)); *o = r; }
extern "C" __global__ void x_sqrt_rn_f32(const float* p1, float* o) { float a1 = *p1; float r; asm("sqrt.rn.f32 %0, %1;" : "=f"(r) : "f"(a1)); *o = r; }
extern "C" __global__ void x_rcp_rn_f32(const float* p1, float* o) { float a1 = *p1; float r; asm("rcp.rn.f32 %0, %1;" : "=f"(r) : "f"(a1)); *o = r; }
extern "C" __global__ void x_rsqrt_approx_f32(const float* p1, float* o) { float a1 = *p1; float r; asm("rsqrt.approx.f32 %0, %1;" : "=f"(r) : "f"(a1)); *o = r; }
extern "C" __global__ void x_ex2_approx_f32(const float* p1, float* o) { float a1 = *p1; float r; asm("ex2.approx.f32 %0, %1;" : "=f"(r) : "f"(a1)); *o = r; }
extern "C" __global__ void x_lg2_approx_f32(const float* p1, float* o) { float a1 = *p1; float r; asm("lg2.approx.f32 %0, %1;" : "=f"(r) : "f"(a1)); *o = r; }
extern "C" __global__ void x_sin_approx_f32(const float* p1, float* o) { float a1 = *p1; float r; asm("sin.approx.f32 %0, %1;" : "=f"(r) : "f"(a1)); *o = r; }
extern "C" __global__ void x_div_approx_f32(const float* p1, const float* p2, float* o) { float a1 = *p1; float a2 = *p2; float r; asm("div.approx.f32 %0, %1, %2;" : "=f"(r) : "f"(a1), "f"(a2)); *o = r; }
extern "C" __global__ void x_div_full_f32(const float* p1, const float* p2, float* o) { float a1 = *p1; float a2 = *p2; float r; asm("div.full.f32 %0, %1, %2;" : "=f"(r) : "f"(a1), "f"(a2)); *o = r; }
extern "C" __global__ void x_div_rn_f64(const double* p1, const double* p2, double* o) { double a1 = *p1; double a2 = *p2; double r; asm("div.rn.f64 %0, %1, %2;" : "=d"(r) : "d"(a1), "d"(a2)); *o = r; }
extern "C" __global__ void x_sqrt_rn_f64(const double* p1, double* o) { double a1 = *p1; double r; asm("sqrt.rn.f64 %0, %1;" : "=d"(r) : "d"(a1)); *o = r; }
extern "C" __global__ void x_rcp_rn_f64(const double* p1, double* o) { double a1 = *p1; double r; asm("rcp.rn.f64 %0, %1;" : "=d"(r) : "d"(a1)); *o = r; }
extern "C" __global__ void x_rsqrt_approx_f64(const double* p1, double* o) { double a1 = *p1; double r; asm("rsqrt.approx.f64 %0, %1;" : "=d"(r) : "d"(a1)); *o = r; }
extern "C" __global__ void x_min_f64(const double* p1, const double* p2, double* o) { double a1 = *p1; double a2 = *p2; double r; asm("min.f64 %0, %1, %2;" : "=d"(r) : "d"(a1), "d"(a2)); *o = r; }
extern "C" __global__ void x_div_s32(const int* p1, const int* p2, int* o) { int a1 = *p1; int a2 = *p2; int r; asm("div.s32 %0, %1, %2;" : "=r"(r) : "r"(a1), "r"(a2)); *o = r; }
extern "C" __global__ void x_div_u32(const unsigned* p1, const unsigned* p2, unsigned* o) { unsigned a1 = *p1; unsigned a2 = *p2; unsigned r; asm("div.u32 %0, %1, %2;" : "=r"(r) : "r"(a1), "r"(a2)); *o = r; }
extern "C" __global__ void x_rem_s32(const int* p1, const int* p2, int* o) { int a1 = *p1; int a2 = *p2; int r; asm("rem.s32 %0, %1, %2;" : "=r"(r) : "r"(a1), "r"(a2)); *o = r; }
extern "C" __global__ void x_div_s64(const long long* p1, const long long* p2, long long* o) { long long a1 = *p1; long long a2 = *p2; long long r; asm("div.s64 %0, %1, %2;" : "=l"(r) : "l"(a1), "l"(a2)); *o = r; }
extern "C" __global__ void x_div_u16(const unsigned short* p1, const unsigned short* p2, unsigned short* o) { unsigned short a1 = *p1; unsigned short a2 = *p2; unsigned short r; asm("div.u16 %0, %1, %2;" : "=h"(r) : "h"(a1), "h"(a2)); *o = r; }
extern "C" __global__ void x_add_s32(const int* p1, const int* p2, int* o) { int a1 = *p1; int a2 = *p2; int r; asm("add.s32 %0, %1, %2;" : "=r"(r) : "r"(a1), "r"(a2)); *o = r; }
extern "C" __global__ void x_add_s64(const long long* p1, const long long* p2, long long* o) { long long a1 = *p1; long long a2 = *p2; long long r; asm("add.s64 %0, %1, %2;" : "=l"(r) : "l"(a1), "l"(a2)); *o = r; }
extern "C" __global__ void x_mul_lo_s32(const int* p1, const int* p2, int* o) { int a1 = *p1; int a2 = *p2; int r; asm("mul.lo.s32 %0, %1, %2;" : "=r"(r) : "r"(a1), "r"(a2)); *o = r; }
extern "C" __global__ void x_mul_lo_s64(const long long* p1, const long long* p2, long long* o) { long long a1 = *p1; long long a2 = *p2; long long r; asm("mul.lo.s64 %0, %1, %2;" : "=l"(r) : "l"(a1), "l"(a2)); *o = r; }
extern "C" __global__ void x_mul_hi_u32(const unsigned* p1, const unsigned* p2, unsigned* o) { unsigned a1 = *p1; unsigned a2 = *p2; unsigned r; asm("mul.hi.u32 %0, %1, %2;" : "=r"(r) : "r"(a1), "r"(a2)); *o = r; }
extern "C" __global__ void x_mad_lo_s32(const int* p1, const int* p2, const int* p3, int* o) { int a1 = *p1; int a2 = *p2; int a3 = *p3; int r; asm("mad.lo.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a1), "r"(a2), "r"(a3)); *o = r; }
extern "C" __global__ void x_min_s32(const int* p1, const int* p2, int* o) { int a1 = *p1; int a2 = *p2; int r; asm("min.s32 %0, %1, %2;" : "=r"(r) : "r"(a1), "r"(a2)); *o = r; }
extern "C" __global__ void x_min_s64(const long long* p1, const long long* p2, long long* o) { long long a1 = *p1; long long a2 = *p2; long long r; asm("min.s64 %0, %1, %2;" : "=l"(r) : "l"(a1), "l"(a2)); *o = r; }
extern "C" __global__ void x_shl_b32(const unsigned* p1, const unsigned* p2, unsigned* o) { unsigned a1 = *p1; unsigned a2 = *p2; unsigned r; asm("shl.b32 %0, %1, %2;" : "=r"(r) : "r"(a1), "r"(a2)); *o = r; }
extern "C" __global__ void x_shr_s32(const int* p1, const unsigned* p2, int* o) { int a1 = *p1; unsigned a2 = *p2; int r; asm("shr.s32 %0, %1, %2;" : "=r"(r) : "r"(a1), "r"(a2)); *o = r; }
extern "C" __global__ void x_shr_u64(const unsigned long long* p1, const unsigned* p2, unsigned long long* o) { unsigned long long a1 = *p1; unsigned a2 = *p2; unsigned long long r; asm("shr.u64 %0, %1, %2;" : "=l"(r) : "l"(a1), "r"(a2)); *o = r; }
extern "C" __global__ void x_and_b32(const unsigned* p1, const unsigned* p2, unsigned* o) { unsigned a1 = *p1; unsigned a2 = *p2; unsigned r; asm("and.b32 %0, %1, %2;" : "=r"(r) : "r"(a1), "r"(a2)); *o = r; }
extern "C" __global__ void x_prmt_b32(const unsigned* p1, const unsigned* p2, const unsigned* p3, unsigned* o) { unsigned a1 = *p1; unsigned a2 = *p2; unsigned a3 = *p3; unsigned r; asm("prmt.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(a1), "r"(a2), "r"(a3)); *o = r; }
extern "C" __global__ void x_popc_b32(const unsigned* p1, unsigned* o) { unsigned a1 = *p1; unsigned r; asm("popc.b32 %0, %1;" : "=r"(r) : "r"(a1)); *o = r; }
extern "C" __global__ void x_clz_b32(const unsigned* p1, unsigned* o) { unsigned a1 = *p1; unsigned r; asm("clz.b32 %0, %1;" : "=r"(r) : "r"(a1)); *o = r; }
extern "C" __global__ void x_brev_b32(const unsigned* p1, unsigned* o) { unsigned a1 = *p1; unsigned r; asm("brev.b32 %0, %1;" : "=r"(r) : "r"(a1)); *o = r; }
extern "C" __global__ void x_bfe_u32(const unsigned* p1, const unsigned* p2, const unsigned* p3, unsigned* o) { unsigned a1 = *p1; unsigned a2 = *p2; unsigned a3 = *p3; unsigned r; asm("bfe.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a1), "r"(a2), "r"(a3)); *o = r; }
extern "C" __global__ void x_bfi_b32(const unsigned* p1, const unsigned* p2, const unsigned* p3, const unsigned* p4, unsigned* o) { unsigned a1 = *p1; unsigned a2 = *p2; unsigned a3 = *p3; unsigned a4 = *p4; unsigned r; asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(a1), "r"(a2), "r"(a3), "r"(a4)); *o = r; }
extern "C" __global__ void x_selp_b32(const unsigned* p1, const unsigned* p2, const unsigned* p3, unsigned* o) { unsigned a1 = *p1; unsigned a2 = *p2; unsigned a3 = *p3; unsigned r; asm("{ .reg .pred p; setp.ne.u32 p, %3, 0; selp.b32 %0, %1, %2, p; }" : "=r"(r) : "r"(a1), "r"(a2), "r"(a3)); *o = r; }
extern "C" __global__ void x_abs_s32(const int* p1, int* o) { int a1 = *p1; int r; asm("abs.s32 %0, %1;" : "=r"(r) : "r"(a1)); *o = r; }
extern "C" __global__ void x_sad_s32(const int* p1, const int* p2, const int* p3, int* o) { int a1 = *p1; int a2 = *p2; int a3 = *p3; int r; asm("sad.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a1), "r"(a2), "r"(a3)); *o = r; }
extern "C" __global__ void x_dp4a_s32_s32(const int* p1, const int* p2, const int* p3, int* o) { int a1 = *p1; int a2 = *p2; int a3 = *p3; int r; asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a1), "r"(a2), "r"(a3)); *o = r; }
extern "C" __global__ void x_setp_lt_s32(const int* p1, const int* p2, unsigned* o) { int a1 = *p1; int a2 = *p2; unsigned r; asm("{ .reg .pred p; setp.lt.s32 p, %1, %2; selp.u32 %0, 1, 7, p; }" : "=r"(r) : "r"(a1), "r"(a2)); *o = r; }
extern "C" __global__ void x_setp_lt_s64(const long long* p1, const long long* p2, unsigned* o) { long long a1 = *p1; long long a2 = *p2; unsigned r; asm("{ .reg .pred p; setp.lt.s64 p, %1, %2; selp.u32 %0, 1, 7, p; }" : "=r"(r) : "l"(a1), "l"(a2)); *o = r; }
extern "C" __global__ void x_setp_lt_f32(const float* p1, const float* p2, unsigned* o) { float a1 = *p1; float a2 = *p2; unsigned r; asm("{ .reg .pred p; setp.lt.f32 p, %1, %2; selp.u32 %0, 1, 7, p; }" : "=r"(r) : "f"(a1), "f"(a2)); *o = r; }
extern "C" __global__ void x_setp_lt_f64(const double* p1, const double* p2, unsigned* o) { double a1 = *p1; double a2 = *p2; unsigned r; asm("{ .reg .pred p; setp.lt.f64 p, %1, %2; selp.u32 %0, 1, 7, p; }" : "=r"(r) : "d"(a1), "d"(a2)); *o = r; }
extern "C" __global__ void x_cvt_rn_f32_s32(const int* p1, float* o) { int a1 = *p1; float r; asm("cvt.rn.f32.s32 %0, %1;" : "=f"(r) : "r"(a1)); *o = r; }
extern "C" __global__ void x_cvt_rzi_s32_f32(const float* p1, int* o) { float a1 = *p1; int r; asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(r) : "f"(a1)); *o = r; }
extern "C" __global__ void x_cvt_f64_f32(const float* p1, double* o) { float a1 = *p1; double r; asm("cvt.f64.f32 %0, %1;" : "=d"(r) : "f"(a1)); *o = r; }
extern "C" __global__ void x_cvt_rn_f32_f64(const double* p1, float* o) { double a1 = *p1; float r; asm("cvt.rn.f32.f64 %0, %1;" : "=f"(r) : "d"(a1)); *o = r; }
extern "C" __global__ void x_cvt_rn_f16_f32(const float* p1, __half* o) { float a1 = *p1; __half r; asm("cvt.rn.f16.f32 %0, %1;" : "=h"(*(unsigned short*)&r) : "f"(a1)); *o = r; }
extern "C" __global__ void x_cvt_f32_f16(const __half* p1, float* o) { __half a1 = *p1; float r; asm("cvt.f32.f16 %0, %1;" : "=f"(r) : "h"(*(unsigned short*)&a1)); *o = r; }
extern "C" __global__ void x_cvt_rn_f64_s32(const int* p1, double* o) { int a1 = *p1; double r; asm("cvt.rn.f64.s32 %0, %1;" : "=d"(r) : "r"(a1)); *o = r; }
extern "C" __global__ void x_cvt_rni_f32_f32(const float* p1, float* o) { float a1 = *p1; float r; asm("cvt.rni.f32.f32 %0, %1;" : "=f"(r) : "f"(a1)); *o = r; }
extern "C" __global__ void x_cvt_s64_s32(const int* p1, long long* o) { int a1 = *p1; long long r; asm("cvt.s64.s32 %0, %1;" : "=l"(r) : "r"(a1)); *o = r; }
extern "C" __global__ void x_cvt_s32_s8(const signed char* p1, int* o) { signed char a1 = *p1; int r; asm("cvt.s32.s8 %0, %1;" : "=r"(r) : "h"((unsigned short)a1)); *o = r; }
extern "C" __global__ void x_cvt_rn_f32_s64(const long long* p1, float* o) { long long a1 = *p1; float r; asm("cvt.rn.f32.s64 %0, %1;" : "=f"(r) : "l"(a1)); *o = r; }
extern "C" __global__ void x_fma_rn_f16x2(const __half2* p1, const __half2* p2, const __half2* p3, __half2* o) { __half2 a1 = *p1; __half2 a2 = *p2; __half2 a3 = *p3; __half2 r; asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(*(unsigned*)&r) : "r"(*(unsigned*)&a1), "r"(*(unsigned*)&a2), "r"(*(unsigned*)&a3)); *o = r; }
extern "C" __global__ void x_add_f16x2(const __half2* p1, const __half2* p2, __half2* o) { __half2 a1 = *p1; __half2 a2 = *p2; __half2 r; asm("add.f16x2 %0, %1, %2;" : "=r"(*(unsigned*)&r) : "r"(*(unsigned*)&a1), "r"(*(unsigned*)&a2)); *o = r; }
extern "C" __global__ void x_mul_f16x2(const __half2* p1, const __half2* p2, __half2* o) { __half2 a1 = *p1; __half2 a2 = *p2; __half2 r; asm("mul.f16x2 %0, %1, %2;" : "=r"(*(unsigned*)&r) : "r"(*(unsigned*)&a1), "r"(*(unsigned*)&a2)); *o = r; }
