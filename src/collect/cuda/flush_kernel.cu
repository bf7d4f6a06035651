// Reads a buffer that was never written since it left L2, so that nothing dirty stays.
extern "C" __global__ void kcast_flush(const uint4* buffer, long long elements, unsigned* out) {
  unsigned sum = 0;
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x; i < elements;
       i += step) {
    const uint4 value = buffer[i];
    sum |= value.x | value.y | value.z | value.w;
  }
  if (sum == 0x9E3779B9U) *out = sum;
}
