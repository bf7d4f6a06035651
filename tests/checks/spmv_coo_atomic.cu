extern "C" __global__ void spmv_coo_atomic(const int* ri, const int* ci, const float* v, const float* x, float* y, int nnz) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < nnz) atomicAdd(&y[ri[k]], v[k] * x[ci[k]]);
}
