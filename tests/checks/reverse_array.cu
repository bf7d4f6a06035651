extern "C" __global__ void reverse_array(const int* __restrict__ input, int* __restrict__ output, int length) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < length) output[length - 1 - i] = input[i];
}
