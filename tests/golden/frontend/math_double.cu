// ptx: sqrt.rn.f64 fma.rn.f64 rcp.rn.f64 min.f64 cvt.rmi.f64.f64
#include <math.h>

__device__ double series(double x) {
  double s, c;
  sincos(x, &s, &c);
  return s * sinh(x) + c * cosh(x);
}

__global__ void doubles(const double* in, double* out, int n) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) {
    const double x = in[i];
    double r = sin(x) + cos(x) * tan(x);
    r += exp(-x) + log(x) + log10(x) + pow(x, 1.7);
    r += erf(x) + erfc(x) + tgamma(x) + lgamma(x);
    r += atan2(x, r) + hypot(x, 2.0) + fmod(x, 3.0) + cbrt(x);
    r += rsqrt(x) + sqrt(x) + fma(x, x, r) + 1.0 / x + fmin(x, r) + floor(x);
    r += exp2(x) + expm1(x) + log2(x) + log1p(x) + tanh(x);
    out[i] = r + series(x);
  }
}

int main() {
  double *in, *out;
  cudaMalloc(&in, 777 * sizeof(double));
  cudaMalloc(&out, 777 * sizeof(double));
  doubles<<<7, 111>>>(in, out, 777);
}
