__kernel void even_odd_lanes(__global float* data, int n, int inner) {
  const int i = get_global_id(0);
  if (i >= n) return;
  float v = data[i];
  if (i % 2 == 0) {
    for (int k = 0; k < inner; ++k) v = v * 1.0001f + 0.5f;
  } else {
    for (int k = 0; k < inner; ++k) v = sqrt(v + 1.0f);
  }
  data[i] = v;
}
