// Kahan summation down the columns of a matrix.
extern "C" __global__ void compensated_sum_columns(const float* __restrict__ m, float* __restrict__ s, int rows, int cols) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= cols) return;
  float sum = 0.0f, lost = 0.0f;
  for (int r = 0; r < rows; ++r) {
    const float y = m[(size_t)r * cols + c] - lost;
    const float t = sum + y;
    lost = (t - sum) - y;
    sum = t;
  }
  s[c] = sum;
}
