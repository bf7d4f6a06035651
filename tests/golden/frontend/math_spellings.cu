// ptx: sin.approx.f32 ex2.approx.f32 lg2.approx.f32 div.approx.f32 rcp.rn.f32 sqrt.rn.f32 div.rn.f32
// The same few functions in every spelling: each ends in one canonical name.
#include <cmath>

__global__ void spellings(const float* in, float* out, double* wide) {
  float x = in[threadIdx.x];
  double d = x;
  float r = 0;
  r += sinf(x) + sin(x) + std::sin(x) + std::sinf(x) + ::sinf(x) + __builtin_sinf(x);
  r += powf(x, 3.5f) + std::pow(x, 3.5f) + __builtin_powf(x, 3.5f) + pow(x, 2.5f);
  r += expf(x) + std::exp(x) + __builtin_expf(x) + exp(x);
  r += std::sqrt(x) + __builtin_sqrtf(x) + sqrt(x) + __fsqrt_rn(x);
  r += __sinf(x) + __expf(x) + __logf(x) + __fdividef(x, r) + __frcp_rn(x) + __fdiv_rn(x, 3.0f);
  out[threadIdx.x] = r;
  double w = 0;
  w += std::log(d) + log(d) + __builtin_log(d);
  w += std::tanh(d) + __builtin_tanh(d);
  w += std::pow(d, 0.3) + __builtin_pow(d, 0.3);
  w += std::sin(threadIdx.x);
  wide[threadIdx.x] = w;
}

extern "C" __device__ float __nv_cosf(float);
extern "C" __device__ double __nv_atan(double);
extern "C" __device__ float __nv_fast_sinf(float);

__global__ void libdevice(float* f, double* d) {
  f[threadIdx.x] = __nv_cosf(f[threadIdx.x]);
  d[threadIdx.x] = __nv_atan(d[threadIdx.x]);
}
