__kernel void spmv_csr_scalar(__global const int* rowptr, __global const int* col, __global const float* val,
                              __global const float* x, __global float* y, int rows) {
  int r = get_global_id(0);
  if (r < rows) {
    float dot = 0;
    for (int k = rowptr[r]; k < rowptr[r + 1]; k++) dot += val[k] * x[col[k]];
    y[r] = dot;
  }
}
