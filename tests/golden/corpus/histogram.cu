__global__ void histogram(const unsigned char* __restrict__ data, unsigned int* __restrict__ bins,
    unsigned long long* __restrict__ total, int* __restrict__ flags, int n) {
  __shared__ unsigned int local_bins[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) {
    local_bins[i] = 0u;
  }
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&local_bins[data[i]], 1u);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) {
    unsigned int c = local_bins[i];
    if (c > 0u) {
      atomicAdd(&bins[i], c);
      atomicAdd(&total[0], (unsigned long long)c);
      atomicMax(&flags[0], (int)c);
      int old = atomicCAS(&flags[1], 0, 1);
      if (old == 0) {
        atomicExch(&flags[2], i);
      }
      atomicOr(&flags[3], 1 << (i & 31));
    }
  }
}
