__global__ void votes(const int* __restrict__ x, unsigned int* __restrict__ y, int* __restrict__ z,
    int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = (i < n) ? x[i] : 0;
  unsigned int m = __ballot_sync(0xffffffff, v > 4);
  int before = __popc(m & ((1u << (threadIdx.x & 31)) - 1u));
  if (__any_sync(0xffffffff, v < 0)) {
    before += __shfl_sync(0xffffffff, v, 0);
  }
  if (__all_sync(0xffffffff, v > 0)) {
    before += __shfl_xor_sync(0xffffffff, v, 16) + __shfl_up_sync(0xffffffff, v, 1, 16);
  }
  __syncwarp();
  __threadfence();
  if (i < n) {
    y[i] = m + (unsigned int)warpSize;
    z[i] = before;
  }
}
