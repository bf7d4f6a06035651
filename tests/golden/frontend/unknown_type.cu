// A type that nothing declares would read as int: kernels that need it are refused, others are not.
#include <no_such_header.h>
typedef no_such_number real;
struct Pair {
  no_such_number a;
  float b;
};
struct Sound {
  float a;
};
__global__ void by_alias(real* x) { x[threadIdx.x] = x[threadIdx.x] * 2; }
__global__ void by_member(Pair p, float* y) { y[threadIdx.x] = p.b; }
__global__ void in_body(float* y) {
  real r = 1;
  y[threadIdx.x] = r;
}
__global__ void sound(Sound s, float* y) { y[threadIdx.x] = s.a; }
