__kernel void batch_norm_inference(__global float* act, __global const float* mean, __global const float* var,
                                   __global const float* w, __global const float* b, int channels, int plane, int total) {
  const int i = get_global_id(0);
  if (i >= total) return;
  const int c = (i / plane) % channels;
  act[i] = (act[i] - mean[c]) / sqrt(var[c] + 1e-5f) * w[c] + b[c];
}
