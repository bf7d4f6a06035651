extern "C" __global__ void softmax_row_block(const float* logits, float* probs, int classes) {
  __shared__ float red[256];
  const float* row = logits + (size_t)blockIdx.x * classes;
  float* out = probs + (size_t)blockIdx.x * classes;
  const int t = threadIdx.x;
  float m = -1e30f;
  for (int c = t; c < classes; c += 256) m = fmaxf(m, row[c]);
  red[t] = m;
  __syncthreads();
  for (int s = 128; s > 0; s >>= 1) {
    if (t < s) red[t] = fmaxf(red[t], red[t + s]);
    __syncthreads();
  }
  m = red[0];
  __syncthreads();
  float sum = 0.f;
  for (int c = t; c < classes; c += 256) sum += expf(row[c] - m);
  red[t] = sum;
  __syncthreads();
  for (int s = 128; s > 0; s >>= 1) {
    if (t < s) red[t] += red[t + s];
    __syncthreads();
  }
  sum = red[0];
  for (int c = t; c < classes; c += 256) out[c] = expf(row[c] - m) / sum;
}
