__kernel void kmeans_assign(__global const float* points, __global const float* centres, __global int* label, int n, int k,
                            int dims) {
  const int p = get_global_id(0);
  if (p >= n) return;
  int best = 0;
  float nearest = 3.4e38f;
  for (int c = 0; c < k; ++c) {
    float d = 0.0f;
    for (int j = 0; j < dims; ++j) {
      const float diff = points[j * n + p] - centres[c * dims + j];
      d += diff * diff;
    }
    if (d < nearest) {
      nearest = d;
      best = c;
    }
  }
  label[p] = best;
}
