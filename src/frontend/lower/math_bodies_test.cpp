// Compares the math bodies, compiled for this machine, with the C library and with known values,
// and the list of functions with their declarations and bodies.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <set>
#include <sstream>
#include <string>

#ifndef KCAST_SYSROOT
#define KCAST_SYSROOT "sysroot"
#endif

typedef float f32x2 __attribute__((vector_size(8)));
typedef double f64x2 __attribute__((vector_size(16)));

extern "C" {
#define UNARY(name)                 \
  double __kc_##name##_f64(double); \
  float __kc_##name##_f32(float);
#define BINARY(name)                        \
  double __kc_##name##_f64(double, double); \
  float __kc_##name##_f32(float, float);
// clang-format off
UNARY(sin) UNARY(cos) UNARY(tan) UNARY(asin) UNARY(acos) UNARY(atan) UNARY(sinh) UNARY(cosh)
UNARY(tanh) UNARY(asinh) UNARY(acosh) UNARY(atanh) UNARY(sinpi) UNARY(cospi) UNARY(tanpi)
UNARY(asinpi) UNARY(acospi) UNARY(atanpi) UNARY(exp) UNARY(exp2) UNARY(exp10) UNARY(expm1)
UNARY(log) UNARY(log2) UNARY(log10) UNARY(log1p) UNARY(logb) UNARY(cbrt) UNARY(rcbrt)
UNARY(erf) UNARY(erfc) UNARY(erfinv) UNARY(erfcinv) UNARY(erfcx) UNARY(normcdf)
UNARY(normcdfinv) UNARY(tgamma) UNARY(lgamma) UNARY(j0) UNARY(j1) UNARY(y0) UNARY(y1)
UNARY(cyl_bessel_i0) UNARY(cyl_bessel_i1) UNARY(frexp) BINARY(pow) BINARY(atan2)
BINARY(atan2pi) BINARY(fmod) BINARY(remainder) BINARY(hypot) BINARY(rhypot) BINARY(nextafter)
    // clang-format on
    double __kc_rsqrt_f64(double);
double __kc_powi_f64(double, int);
double __kc_ldexp_f64(double, int);
float __kc_ldexp_f32(float, int);
double __kc_rootn_f64(double, int);
double __kc_jn_f64(int, double);
double __kc_yn_f64(int, double);
int __kc_ilogb_f64(double);
int __kc_ilogb_f32(float);
int __kc_frexp_exp_f64(double);
int __kc_lgamma_sign_f64(double);
int __kc_remquo_quo_f64(double, double);
double __kc_norm3d_f64(double, double, double);
double __kc_rnorm3d_f64(double, double, double);
double __kc_norm4d_f64(double, double, double, double);
double __kc_rnorm4d_f64(double, double, double, double);
f64x2 __kc_sincos_f64(double);
f32x2 __kc_sincos_f32(float);
f64x2 __kc_sincospi_f64(double);
}

namespace {

const double kInf = std::numeric_limits<double>::infinity();
const double kNan = std::numeric_limits<double>::quiet_NaN();
const double kPi = 3.14159265358979323846;

double pi_times(double (*f)(double), double x) {
  return f(kPi * std::remainder(x, 2.0));
}
double host_sinpi(double x) {
  return pi_times(std::sin, x);
}
double host_cospi(double x) {
  return std::sin(kPi * (0.5 - std::fabs(std::remainder(x, 2.0))));
}
double host_exp10(double x) {
  return std::pow(10.0, x);
}
double host_rcbrt(double x) {
  return 1 / std::cbrt(x);
}
double host_asinpi(double x) {
  return std::asin(x) / kPi;
}
double host_acospi(double x) {
  return std::acos(x) / kPi;
}
double host_atanpi(double x) {
  return std::atan(x) / kPi;
}
double host_normcdf(double x) {
  return 0.5 * std::erfc(-x * std::sqrt(0.5));
}
double host_erfcx(double x) {
  return std::exp(x * x) * std::erfc(x);
}
double host_i0(double x) {
  return std::cyl_bessel_i(0, x);
}
double host_i1(double x) {
  return std::cyl_bessel_i(1, x);
}

// How far `got` may be from `want`: relative to the value, or absolute below `floor`.
struct Case {
  const char* name;
  double (*body)(double);
  float (*body_f32)(float);
  double (*host)(double);
  double from, to;
  double tolerance;
  double floor;
};

const Case kCases[] = {
    {"sin", __kc_sin_f64, __kc_sin_f32, std::sin, -50, 50, 4e-16, 1e-300},
    {"sin_large", __kc_sin_f64, __kc_sin_f32, std::sin, 1e6, 1e15, 4e-16, 1e-300},
    {"sin_huge", __kc_sin_f64, nullptr, std::sin, 1e100, 1e300, 4e-16, 1e-300},
    {"cos", __kc_cos_f64, __kc_cos_f32, std::cos, -50, 50, 4e-16, 1e-300},
    {"cos_large", __kc_cos_f64, __kc_cos_f32, std::cos, 1e6, 1e15, 4e-16, 1e-300},
    {"tan", __kc_tan_f64, __kc_tan_f32, std::tan, -20, 20, 6e-16, 1e-300},
    {"asin", __kc_asin_f64, __kc_asin_f32, std::asin, -1, 1, 4e-16, 1e-300},
    {"acos", __kc_acos_f64, __kc_acos_f32, std::acos, -1, 1, 4e-16, 1e-300},
    {"atan", __kc_atan_f64, __kc_atan_f32, std::atan, -30, 30, 4e-16, 1e-300},
    {"sinh", __kc_sinh_f64, __kc_sinh_f32, std::sinh, -30, 30, 1e-15, 1e-300},
    {"cosh", __kc_cosh_f64, __kc_cosh_f32, std::cosh, -30, 30, 1e-15, 1e-300},
    {"tanh", __kc_tanh_f64, __kc_tanh_f32, std::tanh, -25, 25, 1e-15, 1e-300},
    {"asinh", __kc_asinh_f64, __kc_asinh_f32, std::asinh, -100, 100, 1e-15, 1e-300},
    {"acosh", __kc_acosh_f64, __kc_acosh_f32, std::acosh, 1, 100, 1e-15, 1e-300},
    {"atanh", __kc_atanh_f64, __kc_atanh_f32, std::atanh, -0.999, 0.999, 1e-15, 1e-300},
    {"sinpi", __kc_sinpi_f64, __kc_sinpi_f32, host_sinpi, -0.5, 0.5, 1e-15, 1e-300},
    {"cospi", __kc_cospi_f64, __kc_cospi_f32, host_cospi, -3, 3, 1e-15, 1},
    {"asinpi", __kc_asinpi_f64, __kc_asinpi_f32, host_asinpi, -1, 1, 1e-15, 1e-300},
    {"acospi", __kc_acospi_f64, __kc_acospi_f32, host_acospi, -1, 1, 1e-15, 1e-300},
    {"atanpi", __kc_atanpi_f64, __kc_atanpi_f32, host_atanpi, -9, 9, 1e-15, 1e-300},
    {"exp", __kc_exp_f64, __kc_exp_f32, std::exp, -80, 80, 4e-16, 1e-300},
    {"exp_wide", __kc_exp_f64, nullptr, std::exp, -700, 700, 4e-16, 1e-300},
    {"exp2", __kc_exp2_f64, __kc_exp2_f32, std::exp2, -120, 120, 4e-16, 1e-300},
    {"exp10", __kc_exp10_f64, __kc_exp10_f32, host_exp10, -35, 35, 4e-16, 1e-300},
    {"expm1", __kc_expm1_f64, __kc_expm1_f32, std::expm1, -3, 60, 6e-16, 1e-300},
    {"log", __kc_log_f64, __kc_log_f32, std::log, 1e-6, 1e6, 4e-16, 1e-300},
    {"log_near_one", __kc_log_f64, __kc_log_f32, std::log, 0.9, 1.1, 4e-16, 1e-300},
    {"log2", __kc_log2_f64, __kc_log2_f32, std::log2, 1e-3, 1e3, 4e-16, 1e-300},
    {"log10", __kc_log10_f64, __kc_log10_f32, std::log10, 1e-3, 1e3, 4e-16, 1e-300},
    {"log1p", __kc_log1p_f64, __kc_log1p_f32, std::log1p, -0.99, 5, 4e-16, 1e-300},
    {"cbrt", __kc_cbrt_f64, __kc_cbrt_f32, std::cbrt, -1e9, 1e9, 6e-16, 1e-300},
    {"rcbrt", __kc_rcbrt_f64, __kc_rcbrt_f32, host_rcbrt, 1e-3, 1e9, 6e-16, 1e-300},
    {"erf", __kc_erf_f64, __kc_erf_f32, std::erf, -4, 4, 2e-15, 1e-300},
    {"erfc", __kc_erfc_f64, __kc_erfc_f32, std::erfc, -3, 9, 2e-14, 1e-300},
    {"erfcx", __kc_erfcx_f64, __kc_erfcx_f32, host_erfcx, -3, 5, 1e-13, 1e-300},
    {"normcdf", __kc_normcdf_f64, __kc_normcdf_f32, host_normcdf, -12, 5, 1e-13, 1e-300},
    {"tgamma", __kc_tgamma_f64, __kc_tgamma_f32, std::tgamma, 0.01, 34, 4e-15, 1e-300},
    {"tgamma_negative", __kc_tgamma_f64, __kc_tgamma_f32, std::tgamma, -5.95, -5.05, 4e-15, 1e-300},
    {"lgamma", __kc_lgamma_f64, __kc_lgamma_f32, std::lgamma, 0.01, 100, 3e-14, 1e-300},
    {"j0", __kc_j0_f64, __kc_j0_f32, ::j0, 0, 60, 3e-15, 1},
    {"j1", __kc_j1_f64, __kc_j1_f32, ::j1, -40, 60, 3e-15, 1},
    {"y0", __kc_y0_f64, __kc_y0_f32, ::y0, 0.01, 60, 3e-15, 1},
    {"y1", __kc_y1_f64, __kc_y1_f32, ::y1, 0.01, 60, 1e-14, 1},
    {"cyl_bessel_i0", __kc_cyl_bessel_i0_f64, __kc_cyl_bessel_i0_f32, host_i0, 0, 60, 1e-13,
     1e-300},
    {"cyl_bessel_i1", __kc_cyl_bessel_i1_f64, __kc_cyl_bessel_i1_f32, host_i1, 0, 60, 1e-13,
     1e-300},
};

class UnaryBody : public testing::TestWithParam<Case> {};

TEST_P(UnaryBody, AgreesWithTheCLibrary) {
  const Case& c = GetParam();
  const int steps = 4001;
  double worst = 0, worst_at = 0;
  for (int i = 0; i < steps; ++i) {
    double t = (i + 0.5) / steps;
    double x = c.to / c.from > 1e3 && c.from > 0 ? c.from * std::pow(c.to / c.from, t)
                                                 : c.from + (c.to - c.from) * t;
    double want = c.host(x);
    double error = std::fabs(c.body(x) - want) / std::fmax(std::fabs(want), c.floor);
    if (!(error <= worst)) worst = error, worst_at = x;
  }
  EXPECT_LE(worst, c.tolerance) << c.name << " at " << worst_at;
}

TEST_P(UnaryBody, SinglePrecisionIsWithinTwoUnits) {
  const Case& c = GetParam();
  if (!c.body_f32) GTEST_SKIP();
  const int steps = 1001;
  for (int i = 0; i < steps; ++i) {
    double t = (i + 0.5) / steps;
    float x = (float)(c.from + (c.to - c.from) * t);
    double want = c.host(x);
    double error = std::fabs(c.body_f32(x) - want) / std::fmax(std::fabs(want), c.floor);
    ASSERT_LE(error, 1.3e-7) << c.name << " at " << x;
  }
}

INSTANTIATE_TEST_SUITE_P(All, UnaryBody, testing::ValuesIn(kCases),
                         [](const auto& one) { return std::string(one.param.name); });

// Equal, or both NaN; signs of zero count.
void expect_same(double got, double want, const char* what) {
  if (std::isnan(want)) {
    EXPECT_TRUE(std::isnan(got)) << what << " gave " << got;
    return;
  }
  EXPECT_EQ(got, want) << what;
  EXPECT_EQ(std::signbit(got), std::signbit(want)) << what;
}

TEST(MathBodies, SpecialValuesFollowTheCStandard) {
  struct Unary {
    const char* name;
    double (*body)(double);
    double (*host)(double);
  };
  const Unary functions[] = {
      {"sin", __kc_sin_f64, std::sin},          {"cos", __kc_cos_f64, std::cos},
      {"tan", __kc_tan_f64, std::tan},          {"asin", __kc_asin_f64, std::asin},
      {"acos", __kc_acos_f64, std::acos},       {"atan", __kc_atan_f64, std::atan},
      {"sinh", __kc_sinh_f64, std::sinh},       {"cosh", __kc_cosh_f64, std::cosh},
      {"tanh", __kc_tanh_f64, std::tanh},       {"asinh", __kc_asinh_f64, std::asinh},
      {"acosh", __kc_acosh_f64, std::acosh},    {"atanh", __kc_atanh_f64, std::atanh},
      {"exp", __kc_exp_f64, std::exp},          {"exp2", __kc_exp2_f64, std::exp2},
      {"expm1", __kc_expm1_f64, std::expm1},    {"log", __kc_log_f64, std::log},
      {"log2", __kc_log2_f64, std::log2},       {"log10", __kc_log10_f64, std::log10},
      {"log1p", __kc_log1p_f64, std::log1p},    {"cbrt", __kc_cbrt_f64, std::cbrt},
      {"erf", __kc_erf_f64, std::erf},          {"erfc", __kc_erfc_f64, std::erfc},
      {"tgamma", __kc_tgamma_f64, std::tgamma}, {"lgamma", __kc_lgamma_f64, std::lgamma},
      {"logb", __kc_logb_f64, std::logb},
  };
  for (const Unary& f : functions)
    for (double x : {0.0, -0.0, kInf, -kInf, kNan}) {
      std::string what = std::string(f.name) + "(" + std::to_string(x) + ")";
      expect_same(f.body(x), f.host(x), what.c_str());
    }
}

TEST(MathBodies, PowFollowsTheCStandard) {
  const double values[] = {0.0,
                           -0.0,
                           1,
                           -1,
                           2,
                           -2,
                           0.5,
                           -0.5,
                           3,
                           -3,
                           1e300,
                           1e-300,
                           -1e300,
                           kInf,
                           -kInf,
                           kNan,
                           4503599627370497.0,
                           1024,
                           -1075};
  for (double x : values)
    for (double y : values) {
      double got = __kc_pow_f64(x, y), want = std::pow(x, y);
      std::string what = "pow(" + std::to_string(x) + ", " + std::to_string(y) + ")";
      if (std::isfinite(want) && want != 0)
        EXPECT_NEAR(got / want, 1, 1e-15) << what;
      else
        expect_same(got, want, what.c_str());
    }
}

TEST(MathBodies, PowIsAccurateOverItsRange) {
  for (double x = 0.01; x < 200; x *= 1.07)
    for (double y = -120; y < 120; y += 3.37) {
      double want = std::pow(x, y);
      if (want == 0 || std::isinf(want)) continue;
      ASSERT_NEAR(__kc_pow_f64(x, y) / want, 1, 6e-16) << x << " " << y;
    }
}

TEST(MathBodies, RemaindersAreExact) {
  const double values[] = {1, 3, 0.1, 7.5, 1e10, 1e300, 5e-324, 1e-310, 2.5, 3.5, 123456.789};
  for (double a : values)
    for (double b : values)
      for (double x : {a, -a}) {
        EXPECT_EQ(__kc_fmod_f64(x, b), std::fmod(x, b)) << x << " " << b;
        EXPECT_EQ(__kc_remainder_f64(x, b), std::remainder(x, b)) << x << " " << b;
        int quotient = 0;
        std::remquo(x, b, &quotient);
        EXPECT_EQ(__kc_remquo_quo_f64(x, b) & 7, quotient & 7) << x << " " << b;
        EXPECT_EQ(__kc_fmod_f32((float)x, (float)b) == std::fmod((float)x, (float)b) ||
                      std::isnan(std::fmod((float)x, (float)b)),
                  true);
      }
  EXPECT_TRUE(std::isnan(__kc_fmod_f64(1, 0)));
  EXPECT_EQ(__kc_fmod_f64(1, kInf), 1);
}

TEST(MathBodies, FunctionsOfTheRepresentation) {
  for (double x : {1.0, -3.75, 1e300, 5e-324, 1e-310, 0.0, -0.0, kInf, 0.1}) {
    int e = 0;
    double m = std::frexp(x, &e);
    EXPECT_EQ(__kc_frexp_f64(x), m) << x;
    if (std::isfinite(x)) {
      EXPECT_EQ(__kc_frexp_exp_f64(x), e) << x;
    }
    for (int n : {0, 1, -1, 60, -60, 1000, -1000, 1074, -1074, -1076, 2100, -2100, 1 << 30})
      EXPECT_EQ(__kc_ldexp_f64(x, n), std::ldexp(x, n)) << x << " " << n;
    for (double y : {0.0, 1.0, -1e301, kInf})
      EXPECT_EQ(__kc_nextafter_f64(x, y), std::nextafter(x, y)) << x << " " << y;
    EXPECT_EQ(__kc_nextafter_f32((float)x, 7), std::nextafter((float)x, 7.0f)) << x;
  }
  EXPECT_EQ(__kc_ilogb_f64(5e-324), -1074);
  EXPECT_EQ(__kc_ilogb_f64(1024), 10);
  EXPECT_EQ(__kc_ilogb_f32(0x1p-149f), -149);
}

TEST(MathBodies, LengthsNeitherOverflowNorUnderflow) {
  EXPECT_NEAR(__kc_hypot_f64(3e200, 4e200) / 5e200, 1, 2e-16);
  EXPECT_EQ(__kc_hypot_f64(kInf, kNan), kInf);
  EXPECT_NEAR(__kc_hypot_f64(3e-200, 4e-200) / 5e-200, 1, 2e-16);
  EXPECT_NEAR(__kc_rhypot_f64(3, 4), 0.2, 1e-16);
  EXPECT_EQ(__kc_norm3d_f64(2, 3, 6), 7);
  EXPECT_NEAR(__kc_rnorm3d_f64(2, 3, 6), 1.0 / 7, 1e-16);
  EXPECT_EQ(__kc_norm4d_f64(1, 1, 1, 1), 2);
  EXPECT_EQ(__kc_rnorm4d_f64(1, 1, 1, 1), 0.5);
  EXPECT_EQ(__kc_rsqrt_f64(4), 0.5);
}

TEST(MathBodies, InversesUndoTheirFunctions) {
  for (double y = -3.9; y < 5; y += 0.0731) {
    if (std::fabs(y) < 2) {
      EXPECT_NEAR(__kc_erfinv_f64(std::erf(y)), y, 1e-13) << y;
    }
    EXPECT_NEAR(__kc_erfcinv_f64(std::erfc(y)), y, y > -1 ? 1e-13 * (1 + std::fabs(y)) : 1e-8) << y;
    EXPECT_NEAR(__kc_normcdfinv_f64(host_normcdf(-y)), -y, y < -1 ? 1e-10 : 1e-12) << y;
  }
  EXPECT_NEAR(__kc_erfcinv_f64(1e-300), 26.209469960516, 1e-10);
  EXPECT_EQ(__kc_erfinv_f64(1), kInf);
  EXPECT_EQ(__kc_erfcinv_f64(2), -kInf);
  EXPECT_EQ(__kc_normcdfinv_f64(0.5), 0);
}

TEST(MathBodies, GammaOfIntegersIsExact) {
  EXPECT_EQ(__kc_tgamma_f64(5), 24);
  EXPECT_EQ(__kc_tgamma_f64(21), 2432902008176640000.0);
  EXPECT_NEAR(__kc_tgamma_f64(171.5) / std::tgamma(171.5), 1, 2e-13);
  EXPECT_EQ(__kc_lgamma_f64(1), 0);
  EXPECT_EQ(__kc_lgamma_f64(2), 0);
  EXPECT_EQ(__kc_lgamma_sign_f64(-0.5), -1);
  EXPECT_EQ(__kc_lgamma_sign_f64(-1.5), 1);
  EXPECT_EQ(__kc_lgamma_sign_f64(3), 1);
}

TEST(MathBodies, BesselFunctionsOfHigherOrder) {
  for (int n : {-3, -2, 0, 1, 2, 3, 7, 20, 50})
    for (double x : {0.3, 2.0, 9.5, 24.0, 26.0, 55.0}) {
      EXPECT_NEAR(__kc_jn_f64(n, x), ::jn(n, x), 2e-14) << n << " " << x;
      double want = ::yn(n, x);
      EXPECT_NEAR(__kc_yn_f64(n, x) / want, 1, 1e-10) << n << " " << x;
    }
}

TEST(MathBodies, PairsAndIntegerPowers) {
  for (double x = -9; x < 9; x += 0.37) {
    EXPECT_EQ(__kc_sincos_f64(x)[0], __kc_sin_f64(x));
    EXPECT_EQ(__kc_sincos_f64(x)[1], __kc_cos_f64(x));
    EXPECT_EQ(__kc_sincos_f32((float)x)[1], __kc_cos_f32((float)x));
    EXPECT_EQ(__kc_sincospi_f64(x)[0], __kc_sinpi_f64(x));
    EXPECT_NEAR(__kc_atan2_f64(x, 2.5), std::atan2(x, 2.5), 4e-16);
    EXPECT_NEAR(__kc_atan2_f64(x, -2.5), std::atan2(x, -2.5), 9e-16);
    EXPECT_NEAR(__kc_atan2pi_f64(x, -2.5), std::atan2(x, -2.5) / kPi, 4e-16);
  }
  for (double y : {0.0, -0.0, 1.0, -kInf, kInf})
    for (double x : {0.0, -0.0, 1.0, -1.0, kInf, -kInf, 1e-310})
      expect_same(__kc_atan2_f64(y, x), std::atan2(y, x), "atan2");
  EXPECT_EQ(__kc_powi_f64(3, 4), 81);
  EXPECT_EQ(__kc_rootn_f64(-27, 3), -3);
  EXPECT_EQ(__kc_tanpi_f64(0.25), 1);
}

std::string read(const std::string& path) {
  std::ifstream file(std::string(KCAST_SYSROOT) + "/" + path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(MathBodies, EveryListedFunctionHasADeclarationAndABody) {
  std::istringstream list(read("device/functions.tsv"));
  std::string header = read("headers/device/kcast_math_declarations.h");
  std::string bodies;
  for (const char* part : {"basic", "bessel", "exp", "f16", "f32", "special", "trig"})
    bodies += read(std::string("device/math_") + part + ".cpp");
  std::string line;
  std::set<std::string> names;
  std::getline(list, line);
  while (std::getline(list, line)) {
    std::string name = line.substr(0, line.find('\t'));
    EXPECT_TRUE(names.insert(name).second) << name << " is listed twice";
    EXPECT_NE(header.find(" " + name + "("), std::string::npos) << name << " is not declared";
    size_t at = bodies.find(" " + name + "(");
    bool has_body = false;
    while (at != std::string::npos && !has_body) {
      size_t end = bodies.find_first_of(";{", at);
      has_body = end != std::string::npos && bodies[end] == '{';
      at = bodies.find(" " + name + "(", at + 1);
    }
    EXPECT_TRUE(has_body) << name << " has no body";
  }
  EXPECT_GT(names.size(), 150u);
}

}  // namespace
