// Column-major ELLPACK: element k of row r lies at k * rows + r.
extern "C" __global__ void spmv_ell(const float* data, const int* columns, const float* x, float* y, int rows, int width) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float acc = 0.0f;
  for (int k = 0; k < width; ++k) {
    const int at = k * rows + row;
    acc += data[at] * x[columns[at]];
  }
  y[row] = acc;
}
