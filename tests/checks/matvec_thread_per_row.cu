extern "C" __global__ void matvec_thread_per_row(const double* A, const double* x, double* y, int rows, int cols) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= rows) return;
  double dot = 0.0;
  for (int j = 0; j < cols; ++j) dot += A[(size_t)i * cols + j] * x[j];
  y[i] = dot;
}
