__kernel void spmv_ell(__global const float* data, __global const int* columns, __global const float* x, __global float* y,
                       int rows, int width) {
  const int row = get_global_id(0);
  if (row >= rows) return;
  float acc = 0.0f;
  for (int k = 0; k < width; ++k) {
    const int at = k * rows + row;
    acc += data[at] * x[columns[at]];
  }
  y[row] = acc;
}
