extern "C" __global__ void transpose_naive(float* odata, const float* idata, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) odata[x * height + y] = idata[y * width + x];
}
