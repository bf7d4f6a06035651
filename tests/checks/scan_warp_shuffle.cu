extern "C" __global__ void scan_warp_shuffle(unsigned int* data, unsigned int n) {
  const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned int lane = threadIdx.x & 31;
  unsigned int v = i < n ? data[i] : 0u;
#pragma unroll
  for (int d = 1; d < 32; d *= 2) {
    const unsigned int up = __shfl_up_sync(0xffffffffu, v, d);
    if (lane >= d) v += up;
  }
  if (i < n) data[i] = v;
}
