// ptx: fma.rn.f16x2 fma.rn.f16 cvt.f32.f16 cvt.rn.f16.f32 add.rn.f32
// Half precision, scalar and in pairs.
#include <cuda_fp16.h>

__global__ void half_axpy(int n, half a, const half* x, half* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __hfma(a, x[i], y[i]);
}

__global__ void half2_axpy(int n, __half2 a, const __half2* x, __half2* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __hfma2(a, x[i], y[i]);
}

__global__ void widen(const __half* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __half2float(x[i]) + __high2float(__half2half2(x[i]));
}

__global__ void narrow(const float2* x, half2* y) {
  y[threadIdx.x] = __float22half2_rn(x[threadIdx.x]);
  y[threadIdx.x + 32] = __floats2half2_rn(x[threadIdx.x].x, hexp(__float2half(0.5f)));
}

__global__ void functions(const half* x, half* y) {
  half v = x[threadIdx.x];
  y[threadIdx.x] = hsin(v) + hexp(v) * hlog(v) + hsqrt(v);
}

int main() {
  const int n = 2048;
  half *x, *y;
  cudaMalloc(&x, n * sizeof(half));
  cudaMalloc(&y, n * sizeof(half));
  half_axpy<<<n / 256, 256>>>(n, __float2half(2.0f), x, y);
  half2_axpy<<<n / 512, 256>>>(n / 2, __float2half2_rn(2.0f), (half2*)x, reinterpret_cast<half2*>(y));
}
