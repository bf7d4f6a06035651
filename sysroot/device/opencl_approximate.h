// Single-precision functions as the approximate PTX instructions that OpenCL's native_ and half_
// functions stand for.
#pragma once

#include "opencl_types.h"

namespace approximate {

constexpr float kLog2E = 1.44269504088896340736f;
constexpr float kLog2Ten = 3.32192809488736234787f;
constexpr float kLnTwo = 0.693147180559945309417f;
constexpr float kLog10Two = 0.301029995663981195214f;

KC_API inline float instruction_div_full(float a, float b) {
  float result;
  asm("div.full.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
  return result;
}
KC_API inline float rcp(float a) {
  float result;
  asm("rcp.approx.f32 %0, %1;" : "=f"(result) : "f"(a));
  return result;
}
KC_API inline float sin(float a) {
  return __nvvm_sin_approx_f(a);
}
KC_API inline float cos(float a) {
  return __nvvm_cos_approx_f(a);
}
KC_API inline float exp2(float a) {
  return __nvvm_ex2_approx_f(a);
}
KC_API inline float log2(float a) {
  return __nvvm_lg2_approx_f(a);
}
KC_API inline float sqrt(float a) {
  return __nvvm_sqrt_approx_f(a);
}
KC_API inline float rsqrt(float a) {
  return __nvvm_rsqrt_approx_f(a);
}
KC_API inline float tan(float a) {
  return sin(a) * rcp(cos(a));
}
KC_API inline float exp(float a) {
  return exp2(a * kLog2E);
}
KC_API inline float exp10(float a) {
  return exp2(a * kLog2Ten);
}
KC_API inline float log(float a) {
  return log2(a) * kLnTwo;
}
KC_API inline float log10(float a) {
  return log2(a) * kLog10Two;
}
KC_API inline float powr(float a, float b) {
  return exp2(b * log2(a));
}

}  // namespace approximate
