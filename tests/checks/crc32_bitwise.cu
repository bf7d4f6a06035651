// The CRC of each record, bit by bit.
extern "C" __global__ void crc32_bitwise(const unsigned char* records, unsigned* crc, int count, int bytes) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= count) return;
  unsigned c = 0xffffffffu;
  for (int i = 0; i < bytes; ++i) {
    c ^= records[(size_t)r * bytes + i];
    for (int b = 0; b < 8; ++b) c = (c >> 1) ^ (0xedb88320u & (0u - (c & 1u)));
  }
  crc[r] = ~c;
}
