__constant float w[5] = {0.1f, 0.2f, 0.4f, 0.2f, 0.1f};

__kernel void blur(__global const float* restrict x, __global float* restrict y, int n,
    __local float* buf) {
  int t = get_local_id(0);
  int i = get_global_id(0);

  // halo of two on either side
  buf[t + 2] = (i < n) ? x[i] : 0.0f;
  if (t < 2) {
    int left = i - 2;
    int right = i + get_local_size(0);
    buf[t] = (left >= 0) ? x[left] : 0.0f;
    buf[t + get_local_size(0) + 2] = (right < n) ? x[right] : 0.0f;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) {
    float s = 0.0f;
#pragma unroll 5
    for (int k = 0; k < 5; ++k) {
      s += w[k] * buf[t + k];
    }
    y[i] = s;
  }
}
