// Full-precision sines and powers of moderate arguments, compute-bound.
extern "C" __global__ void trig_accurate_sum(const float* angle, float* series, int n, int terms) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float a = angle[i], s = 0.0f;
  for (int t = 1; t <= terms; ++t) s += sinf(a * t) / t + powf(a, -1.0f * t);
  series[i] = s;
}
