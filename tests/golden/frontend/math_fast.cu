// kcast: --flags "--use_fast_math -O3"
// ptx: sin.approx.ftz.f32 cos.approx.ftz.f32 ex2.approx.ftz.f32 lg2.approx.ftz.f32 sqrt.approx.ftz.f32 div.approx.ftz.f32 sqrt.rn.f32 div.rn.f32
// Under fast math the float functions are instructions; the double ones stay what they are.
__global__ void fast(const float* x, float* y, const double* u, double* v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = x[i];
  y[i] = sinf(a) * cosf(a) + expf(a) - logf(a) + powf(a, 1.3f) + sqrtf(a) / (a + 2.0f);
  v[i] = sin(u[i]) + exp(u[i]);
}
