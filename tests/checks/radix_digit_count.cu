// Counts of a 4-bit digit per block, laid out digit by digit for the scan that follows.
extern "C" __global__ void radix_digit_count(const unsigned* keys, unsigned* counts, int n, int shift) {
  __shared__ unsigned c[16];
  if (threadIdx.x < 16) c[threadIdx.x] = 0;
  __syncthreads();
  const int per_block = blockDim.x * 8;
  const int start = blockIdx.x * per_block;
  for (int k = 0; k < 8; ++k) {
    const int i = start + k * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&c[(keys[i] >> shift) & 15u], 1u);
  }
  __syncthreads();
  if (threadIdx.x < 16) counts[threadIdx.x * gridDim.x + blockIdx.x] = c[threadIdx.x];
}
