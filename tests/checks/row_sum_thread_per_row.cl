__kernel void row_sum_thread_per_row(__global const float* m, __global float* rowsum, int rows, int cols) {
  const int row = get_global_id(0);
  if (row < rows) {
    __global const float* p = m + (long)row * cols;
    float s = 0.0f;
    for (int j = 0; j < cols; j++) s += p[j];
    rowsum[row] = s;
  }
}
