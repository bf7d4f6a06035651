extern "C" __global__ void row_sum_thread_per_row(const float* m, float* rowsum, int rows, int cols) {
  const int row = threadIdx.x + blockIdx.x * blockDim.x;
  if (row < rows) {
    const float* p = m + (long long)row * cols;
    float s = 0.0f;
    for (int j = 0; j < cols; j++) s += p[j];
    rowsum[row] = s;
  }
}
