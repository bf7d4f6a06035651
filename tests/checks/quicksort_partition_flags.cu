// Marks which side of the pivot each key falls on and counts per block.
extern "C" __global__ void quicksort_partition_flags(const int* keys, unsigned char* side, int* low_count, int pivot, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool low = i < n && keys[i] < pivot;
  if (i < n) side[i] = low;
  const int count = __syncthreads_count(low);
  if (threadIdx.x == 0) low_count[blockIdx.x] = count;
}
