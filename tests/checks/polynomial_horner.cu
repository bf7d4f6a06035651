// A degree-16 polynomial in Horner form: 16 dependent multiply-adds per element.
extern "C" __global__ void polynomial_horner(const float* x, float* y, int n) {
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  if (tid < n) {
    const float t = x[tid] - 1.0f;
    float p = 0.0123f;
#pragma unroll
    for (int d = 15; d >= 0; --d) p = p * t + (1.0f / (d + 1));
    y[tid] = p;
  }
}
