__device__ __forceinline__ float warp_sum(float v) {
  v += __shfl_down_sync(0xffffffff, v, 16);
  v += __shfl_down_sync(0xffffffff, v, 8);
  v += __shfl_down_sync(0xffffffff, v, 4);
  v += __shfl_down_sync(0xffffffff, v, 2);
  v += __shfl_down_sync(0xffffffff, v, 1);
  return v;
}
extern "C" __global__ void reduce_warp_shuffle(const float* __restrict__ x, float* __restrict__ sum, int n) {
  float local = 0.0f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) local += x[i];
  __shared__ float partial[32];
  const int lane = threadIdx.x % 32, wid = threadIdx.x / 32;
  local = warp_sum(local);
  if (lane == 0) partial[wid] = local;
  __syncthreads();
  if (wid == 0) {
    local = lane < blockDim.x / 32 ? partial[lane] : 0.0f;
    local = warp_sum(local);
    if (lane == 0) atomicAdd(sum, local);
  }
}
