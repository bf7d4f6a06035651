extern "C" __global__ void spmv_csr_vector(int n_rows, const int* __restrict__ ptr, const int* __restrict__ idx,
                                           const double* __restrict__ a, const double* __restrict__ x,
                                           double* __restrict__ y) {
  const int lane = threadIdx.x & 31;
  const int warps = (gridDim.x * blockDim.x) / 32;
  for (int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32; row < n_rows; row += warps) {
    double sum = 0.0;
    const int end = ptr[row + 1];
    for (int k = ptr[row] + lane; k < end; k += 32) sum += a[k] * x[idx[k]];
    for (int o = 16; o > 0; o >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, o);
    if (lane == 0) y[row] = sum;
  }
}
