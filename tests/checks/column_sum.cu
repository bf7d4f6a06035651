// A thread walks down one column; neighbouring threads read neighbouring columns.
extern "C" __global__ void column_sum(const float* matrix, float* sums, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= cols) return;
  float acc = 0.f;
  for (int r = 0; r < rows; ++r) acc += matrix[r * cols + c];
  sums[c] = acc;
}
