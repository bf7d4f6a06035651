extern "C" __global__ void bitonic_global_step(unsigned int* keys, int j, int k) {
  const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned int other = i ^ j;
  if (other > i) {
    const unsigned int a = keys[i], b = keys[other];
    const bool ascending = (i & k) == 0;
    if ((a > b) == ascending) {
      keys[i] = b;
      keys[other] = a;
    }
  }
}
