// Second stage of a two-stage sum: one block, few values.
extern "C" __global__ void reduce_partials_single(const float* partials, float* answer, int count) {
  __shared__ float acc[512];
  float s = 0.f;
  for (int k = threadIdx.x; k < count; k += blockDim.x) s += partials[k];
  acc[threadIdx.x] = s;
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) acc[threadIdx.x] += acc[threadIdx.x + half];
  }
  if (threadIdx.x == 0) answer[0] = acc[0];
}
