__constant__ float w[5] = {0.1f, 0.2f, 0.4f, 0.2f, 0.1f};

__global__ void blur(const float* __restrict__ x, float* __restrict__ y, int n) {
  extern __shared__ float buf[];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  // halo of two on either side
  buf[t + 2] = (i < n) ? x[i] : 0.0f;
  if (t < 2) {
    int left = i - 2;
    int right = i + blockDim.x;
    buf[t] = (left >= 0) ? x[left] : 0.0f;
    buf[t + blockDim.x + 2] = (right < n) ? x[right] : 0.0f;
  }
  __syncthreads();
  if (i < n) {
    float s = 0.0f;
#pragma unroll 5
    for (int k = 0; k < 5; ++k) {
      s += w[k] * buf[t + k];
    }
    y[i] = s;
  }
}
