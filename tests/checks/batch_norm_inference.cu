extern "C" __global__ void batch_norm_inference(float* act, const float* mean, const float* var, const float* w,
                                                const float* b, int channels, int plane, int total) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= total) return;
  const int c = (i / plane) % channels;
  act[i] = (act[i] - mean[c]) / sqrtf(var[c] + 1e-5f) * w[c] + b[c];
}
