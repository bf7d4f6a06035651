#ifndef KCAST_C_COMPLEX_H
#define KCAST_C_COMPLEX_H
#include <math.h>
#define complex _Complex
#define _Complex_I (__extension__ 1.0iF)
#define I _Complex_I
KCAST_C double creal(double _Complex z) { return __real__ z; }
KCAST_C double cimag(double _Complex z) { return __imag__ z; }
KCAST_C float crealf(float _Complex z) { return __real__ z; }
KCAST_C float cimagf(float _Complex z) { return __imag__ z; }
KCAST_C double cabs(double _Complex z) { return hypot(__real__ z, __imag__ z); }
KCAST_C float cabsf(float _Complex z) { return hypotf(__real__ z, __imag__ z); }
KCAST_C double _Complex conj(double _Complex z) { return ~z; }
#endif
