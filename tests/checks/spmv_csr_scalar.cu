extern "C" __global__ void spmv_csr_scalar(const int* rowptr, const int* col, const float* val, const float* x, float* y,
                                           int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows) {
    float dot = 0;
    for (int k = rowptr[r]; k < rowptr[r + 1]; k++) dot += val[k] * x[col[k]];
    y[r] = dot;
  }
}
