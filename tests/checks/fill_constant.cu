extern "C" __global__ void fill_constant(int* buffer, int value, long long n) {
  long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  long long stride = (long long)gridDim.x * blockDim.x;
  while (i < n) {
    buffer[i] = value;
    i += stride;
  }
}
