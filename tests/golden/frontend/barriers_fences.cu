// ptx: bar.sync membar.gl membar.cta membar.sys bar.red.popc.u32 bar.red.or.pred ld.volatile.global.u32
// The last block to arrive adds up what the others left.
__device__ unsigned int arrived = 0;

__global__ void last_block(const float* in, volatile float* partial, float* out, int n) {
  __shared__ float sums[128];
  __shared__ bool is_last;
  int t = threadIdx.x;
  float s = 0;
  for (int i = blockIdx.x * 128 + t; i < n; i += gridDim.x * 128) s += in[i];
  sums[t] = s;
  __syncthreads();
  if (t == 0) {
    float total = 0;
    for (int i = 0; i < 128; ++i) total += sums[i];
    partial[blockIdx.x] = total;
    __threadfence();
    is_last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && t == 0) {
    float total = 0;
    for (int b = 0; b < gridDim.x; ++b) total += partial[b];
    *out = total;
    __threadfence_system();
  }
  __threadfence_block();
  int positive = __syncthreads_count(s > 0);
  if (__syncthreads_or(positive > 64)) out[1] = positive;
}

__global__ void spin(volatile unsigned int* flag) {
  while (*flag == 0) {
  }
}

int main() {
  float *in, *partial, *out;
  int n = 9999;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&partial, 80 * sizeof(float));
  cudaMalloc(&out, 2 * sizeof(float));
  last_block<<<80, 128>>>(in, partial, out, n);
}
