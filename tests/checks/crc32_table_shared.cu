// The table is made by the block itself, then looked up per byte.
extern "C" __global__ void crc32_table_shared(const unsigned int* words, unsigned int* crc, int streams, int length) {
  __shared__ unsigned int table[256];
  for (int v = threadIdx.x; v < 256; v += blockDim.x) {
    unsigned int c = v;
    for (int b = 0; b < 8; b++) c = (c & 1) ? (c >> 1) ^ 0xedb88320u : c >> 1;
    table[v] = c;
  }
  __syncthreads();
  const int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s < streams) {
    unsigned int c = ~0u;
    for (int i = 0; i < length; i++) {
      unsigned int w = words[i * streams + s];
      for (int k = 0; k < 4; k++, w >>= 8) c = table[(c ^ w) & 255u] ^ (c >> 8);
    }
    crc[s] = ~c;
  }
}
