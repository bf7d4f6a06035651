// Reads shared memory at a stride of words that the launch chooses: 1, 2 or 32.
extern "C" __global__ void shared_bank_stride(float* out, int stride, int rounds) {
  __shared__ float bank[1024];
  for (int k = threadIdx.x; k < 1024; k += blockDim.x) bank[k] = k * 0.5f;
  __syncthreads();
  int at = (threadIdx.x * stride) & 1023;
  float s = 0.0f;
  for (int r = 0; r < rounds; ++r) {
    s += bank[at];
    at = (at + 33 * stride) & 1023;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
