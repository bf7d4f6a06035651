extern "C" __global__ void normalize_vectors_fast(float* __restrict__ x, float* __restrict__ y, float* __restrict__ z, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    const float len = sqrtf(x[i] * x[i] + y[i] * y[i] + z[i] * z[i]);
    x[i] /= len;
    y[i] /= len;
    z[i] /= len;
  }
}
