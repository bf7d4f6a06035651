// One option per block: the lattice folds back one step at a time in shared memory.
extern "C" __global__ void binomial_option_lattice(const float* spot, const float* strike, float* value, int steps, float up,
                                                   float discount_up, float discount_down) {
  extern __shared__ float node[];
  const float s = spot[blockIdx.x], k = strike[blockIdx.x];
  for (int i = threadIdx.x; i <= steps; i += blockDim.x) node[i] = fmaxf(s * powf(up, 2.0f * i - steps) - k, 0.0f);
  __syncthreads();
  for (int level = steps; level > 0; --level) {
    for (int base = 0; base < level; base += blockDim.x) {
      const int i = base + threadIdx.x;
      float v = 0.0f;
      if (i < level) v = discount_up * node[i + 1] + discount_down * node[i];
      __syncthreads();
      if (i < level) node[i] = v;
      __syncthreads();
    }
  }
  if (threadIdx.x == 0) value[blockIdx.x] = node[0];
}
