__kernel void trig_accurate_sum(__global const float* angle, __global float* series, int n, int terms) {
  int i = get_global_id(0);
  if (i >= n) return;
  float a = angle[i], s = 0.0f;
  for (int t = 1; t <= terms; ++t) s += sin(a * t) / t + pow(a, -1.0f * t);
  series[i] = s;
}
