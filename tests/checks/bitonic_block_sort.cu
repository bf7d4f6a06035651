#define N 1024
// Sorts 1024 keys with 512 threads, wholly in shared memory.
extern "C" __global__ void __launch_bounds__(512) bitonic_block_sort(const float* in, float* out) {
  __shared__ float s[N];
  const int t = threadIdx.x;
  const float* src = in + (size_t)blockIdx.x * N;
  s[t] = src[t];
  s[t + N / 2] = src[t + N / 2];
  for (int size = 2; size <= N; size <<= 1) {
    for (int stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      const int pos = 2 * t - (t & (stride - 1));
      const bool down = (t & (size / 2)) != 0;
      const float a = s[pos], b = s[pos + stride];
      if ((a > b) != down) {
        s[pos] = b;
        s[pos + stride] = a;
      }
    }
  }
  __syncthreads();
  out[(size_t)blockIdx.x * N + t] = s[t];
  out[(size_t)blockIdx.x * N + t + N / 2] = s[t + N / 2];
}
