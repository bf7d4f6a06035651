// ptx: sqrt.rn.f32 sin.approx.f32 ex2.approx.f32 rsqrt.approx.f32
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
#include <cmath>

__global__ void functions(float* f, double* d, __half* h) {
  int i = threadIdx.x;
  f[i] = std::tanh(f[i]) + erff(f[i]) + sqrtf(f[i]) + rsqrtf(f[i]);
  f[i + 64] = __sinf(f[i]) + __expf(f[i]) + powf(f[i], 0.7f);
  d[i] = exp(d[i]) * log1p(d[i]) + lgamma(d[i]) + std::fmod(d[i], 2.0);
  h[i] = __hadd(h[i], __float2half(cosf(__half2float(h[i]))));
}
