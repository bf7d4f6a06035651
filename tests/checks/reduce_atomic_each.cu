extern "C" __global__ void reduce_atomic_each(const int* data, int* total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(total, data[i]);
}
