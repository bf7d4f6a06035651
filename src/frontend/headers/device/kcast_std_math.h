// The math functions in namespace std. <cmath> of the host headers needs nothing beyond this file.
#pragma once

namespace std {
using ::sin; using ::cos; using ::tan; using ::exp; using ::exp2; using ::log; using ::log2;
using ::log10; using ::tanh; using ::asin; using ::acos; using ::atan; using ::sinh;
using ::cosh; using ::asinh; using ::acosh; using ::atanh; using ::expm1; using ::log1p;
using ::logb; using ::cbrt; using ::erf; using ::erfc; using ::tgamma; using ::lgamma;
using ::fabs; using ::sqrt; using ::floor; using ::ceil; using ::trunc; using ::rint;
using ::nearbyint; using ::round; using ::atan2; using ::fmod; using ::remainder; using ::hypot;
using ::nextafter; using ::pow; using ::fmin; using ::fmax; using ::fdim; using ::copysign;
using ::fma; using ::ldexp; using ::scalbn; using ::scalbln; using ::ilogb; using ::frexp;
using ::modf; using ::remquo; using ::nexttoward; using ::lrint; using ::llrint; using ::lround;
using ::llround; using ::isnan; using ::isinf; using ::isfinite; using ::isnormal;
using ::signbit; using ::isgreater; using ::isgreaterequal; using ::isless; using ::islessequal;
using ::islessgreater; using ::isunordered; using ::fpclassify; using ::abs; using ::labs;
using ::llabs; using ::nan; using ::nanf;
using ::sinf; using ::cosf; using ::tanf; using ::expf; using ::exp2f; using ::logf;
using ::log2f; using ::log10f; using ::tanhf; using ::asinf; using ::acosf; using ::atanf;
using ::sinhf; using ::coshf; using ::asinhf; using ::acoshf; using ::atanhf; using ::expm1f;
using ::log1pf; using ::logbf; using ::cbrtf; using ::erff; using ::erfcf; using ::tgammaf;
using ::lgammaf; using ::fabsf; using ::sqrtf; using ::floorf; using ::ceilf; using ::truncf;
using ::rintf; using ::nearbyintf; using ::roundf; using ::atan2f; using ::fmodf;
using ::remainderf; using ::hypotf; using ::nextafterf; using ::powf; using ::fminf;
using ::fmaxf; using ::fdimf; using ::copysignf; using ::fmaf; using ::ldexpf; using ::scalbnf;
using ::scalblnf; using ::ilogbf; using ::frexpf; using ::remquof; using ::lrintf;
using ::llrintf; using ::lroundf; using ::llroundf; using ::modff;
template <class T> __KC_FN T __kc_lerp(T a, T b, T t) { return a + t * (b - a); }
__KC_FN float lerp(float a, float b, float t) { return __kc_lerp(a, b, t); }
__KC_FN double lerp(double a, double b, double t) { return __kc_lerp(a, b, t); }
}  // namespace std
