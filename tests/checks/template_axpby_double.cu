// A template of element type and unrolling, instantiated through a plain entry point.
template <typename T, int UNROLL>
__device__ __forceinline__ void axpby(T a, const T* x, T b, T* y, int n) {
  const int start = (blockIdx.x * blockDim.x) * UNROLL + threadIdx.x;
#pragma unroll
  for (int u = 0; u < UNROLL; ++u) {
    const int i = start + u * blockDim.x;
    if (i < n) y[i] = a * x[i] + b * y[i];
  }
}
extern "C" __global__ void template_axpby_double(double a, const double* __restrict__ x, double b, double* __restrict__ y,
                                                 int n) {
  axpby<double, 2>(a, x, b, y, n);
}
