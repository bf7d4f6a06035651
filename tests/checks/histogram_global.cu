extern "C" __global__ void histogram_global(const unsigned char* pixels, unsigned int* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int stride = gridDim.x * blockDim.x;
  while (i < n) {
    atomicAdd(&bins[pixels[i]], 1u);
    i += stride;
  }
}
