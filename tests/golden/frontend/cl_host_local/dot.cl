__kernel void dot_product(__global const double* a, __global const double* b, __global double* partial, __local double* scratch, const uint n) {
  uint l = get_local_id(0);
  double s = 0;
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) s += a[i] * b[i];
  scratch[l] = s;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    double t = 0;
    for (uint i = 0; i < get_local_size(0); ++i) t += scratch[i];
    partial[get_group_id(0)] = t;
  }
}

__kernel void plane(__global float* out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height) out[y * width + x] = x * y;
}
