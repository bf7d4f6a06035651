#define TAPS 31
__constant__ float taps[TAPS] = {0.001f, 0.002f, 0.004f, 0.007f, 0.011f, 0.016f, 0.022f, 0.028f, 0.034f, 0.040f, 0.045f,
                                 0.049f, 0.052f, 0.054f, 0.055f, 0.056f, 0.055f, 0.054f, 0.052f, 0.049f, 0.045f, 0.040f,
                                 0.034f, 0.028f, 0.022f, 0.016f, 0.011f, 0.007f, 0.004f, 0.002f, 0.001f};
extern "C" __global__ void conv1d_constant(const float* signal, float* filtered, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float y = 0.0f;
  for (int t = 0; t < TAPS; ++t) {
    const int k = i + t - TAPS / 2;
    if (k >= 0 && k < n) y += taps[t] * signal[k];
  }
  filtered[i] = y;
}
