extern "C" __global__ void cross_entropy_rows(const float* logits, const long long* labels, float* loss, int rows, int classes) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  const float* z = logits + (long long)r * classes;
  float top = z[0];
  for (int c = 1; c < classes; ++c) top = z[c] > top ? z[c] : top;
  float sum = 0;
  for (int c = 0; c < classes; ++c) sum += expf(z[c] - top);
  loss[r] = logf(sum) + top - z[labels[r]];
}
