// One thread per series runs a long first-order filter; series are interleaved.
extern "C" __global__ void serial_recurrence(const float* x, float* y, float alpha, int series, int length) {
  const int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= series) return;
  float state = 0.0f;
  for (int t = 0; t < length; ++t) {
    state += alpha * (x[t * series + s] - state);
    y[t * series + s] = state;
  }
}
