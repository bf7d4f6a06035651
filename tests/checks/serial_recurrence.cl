__kernel void serial_recurrence(__global const float* x, __global float* y, float alpha, int series, int length) {
  const int s = get_global_id(0);
  if (s >= series) return;
  float state = 0.0f;
  for (int t = 0; t < length; ++t) {
    state += alpha * (x[t * series + s] - state);
    y[t * series + s] = state;
  }
}
