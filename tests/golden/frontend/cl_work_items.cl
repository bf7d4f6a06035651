// Every work-item function, two kernels that call one helper, constant data at program scope.
__constant float weights[5] = {0.1f, 0.2f, 0.4f, 0.2f, 0.1f};

static float weighted(__global const float* in, int at, int n) {
  float s = 0;
  for (int k = -2; k <= 2; ++k) {
    int j = clamp(at + k, 0, n - 1);
    s += weights[k + 2] * in[j];
  }
  return s;
}

__kernel void blur(__global const float* in, __global float* out, int n, __constant float* gain) {
  int i = (int)get_global_id(0);
  if (i < n) out[i] = weighted(in, i, n) * gain[0];
}

__kernel void blur_twice(__global const float* in, __global float* out, int n) {
  int i = (int)(get_group_id(0) * get_local_size(0) + get_local_id(0) + get_global_offset(0));
  if (i < n) out[i] = weighted(in, i, n) + weighted(in, n - 1 - i, n);
  out[n] = get_num_groups(0) * get_global_size(1) * get_work_dim() + get_local_id(2);
}
