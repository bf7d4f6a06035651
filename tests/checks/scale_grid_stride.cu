extern "C" __global__ void scale_grid_stride(float* __restrict__ data, float factor, unsigned int count) {
  const unsigned int step = gridDim.x * blockDim.x;
  for (unsigned int k = blockIdx.x * blockDim.x + threadIdx.x; k < count; k += step) {
    data[k] *= factor;
  }
}
