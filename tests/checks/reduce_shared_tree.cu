#define THREADS 256
extern "C" __global__ void reduce_shared_tree(const float* g_in, float* g_out, unsigned int n) {
  __shared__ float s[THREADS];
  unsigned int t = threadIdx.x;
  unsigned int i = blockIdx.x * (THREADS * 2) + t;
  float v = i < n ? g_in[i] : 0.0f;
  if (i + THREADS < n) v += g_in[i + THREADS];
  s[t] = v;
  __syncthreads();
  for (unsigned int half_width = THREADS / 2; half_width > 0; half_width >>= 1) {
    if (t < half_width) s[t] += s[t + half_width];
    __syncthreads();
  }
  if (t == 0) g_out[blockIdx.x] = s[0];
}
