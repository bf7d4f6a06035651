extern "C" __global__ void layer_norm_block(const float* __restrict__ x, const float* __restrict__ gamma,
                                            const float* __restrict__ beta, float* __restrict__ y, int width, float eps) {
  __shared__ float s_sum[32], s_sq[32];
  const float* in = x + (size_t)blockIdx.x * width;
  float sum = 0.f, sq = 0.f;
  for (int i = threadIdx.x; i < width; i += blockDim.x) {
    const float v = in[i];
    sum += v;
    sq += v * v;
  }
  for (int d = 16; d > 0; d >>= 1) {
    sum += __shfl_down_sync(0xffffffff, sum, d);
    sq += __shfl_down_sync(0xffffffff, sq, d);
  }
  if ((threadIdx.x & 31) == 0) {
    s_sum[threadIdx.x >> 5] = sum;
    s_sq[threadIdx.x >> 5] = sq;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < blockDim.x / 32; ++w) {
      sum += s_sum[w];
      sq += s_sq[w];
    }
    const float mean = sum / width;
    s_sum[0] = mean;
    s_sq[0] = rsqrtf(sq / width - mean * mean + eps);
  }
  __syncthreads();
  const float mean = s_sum[0], inv = s_sq[0];
  for (int i = threadIdx.x; i < width; i += blockDim.x)
    y[(size_t)blockIdx.x * width + i] = (in[i] - mean) * inv * gamma[i] + beta[i];
}
