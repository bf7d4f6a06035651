// Exclusive scan of two elements per thread, up-sweep then down-sweep.
extern "C" __global__ void scan_blelloch_block(float* g_odata, const float* g_idata, float* sums) {
  extern __shared__ float temp[];
  const int thid = threadIdx.x;
  const int n = 2 * blockDim.x;
  const int base = blockIdx.x * n;
  int offset = 1;
  temp[2 * thid] = g_idata[base + 2 * thid];
  temp[2 * thid + 1] = g_idata[base + 2 * thid + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (thid < d) {
      const int ai = offset * (2 * thid + 1) - 1;
      const int bi = offset * (2 * thid + 2) - 1;
      temp[bi] += temp[ai];
    }
    offset *= 2;
  }
  if (thid == 0) {
    sums[blockIdx.x] = temp[n - 1];
    temp[n - 1] = 0;
  }
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (thid < d) {
      const int ai = offset * (2 * thid + 1) - 1;
      const int bi = offset * (2 * thid + 2) - 1;
      const float t = temp[ai];
      temp[ai] = temp[bi];
      temp[bi] += t;
    }
  }
  __syncthreads();
  g_odata[base + 2 * thid] = temp[2 * thid];
  g_odata[base + 2 * thid + 1] = temp[2 * thid + 1];
}
