extern "C" __global__ void strided_write_offset(float* dst, const float* src, unsigned int n, unsigned int pitch,
                                                unsigned int offset) {
  const unsigned int gid = blockIdx.x * blockDim.x + threadIdx.x;
  if (gid < n) dst[gid * pitch + offset] = src[gid] + 1.0f;
}
