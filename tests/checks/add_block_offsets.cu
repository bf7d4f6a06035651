extern "C" __global__ void add_block_offsets(int* scanned, const int* block_offset, int n) {
  __shared__ int add;
  if (threadIdx.x == 0) add = block_offset[blockIdx.x];
  __syncthreads();
  const int base = blockIdx.x * blockDim.x * 2 + threadIdx.x;
  if (base < n) scanned[base] += add;
  if (base + blockDim.x < n) scanned[base + blockDim.x] += add;
}
