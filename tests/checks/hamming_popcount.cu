extern "C" __global__ void hamming_popcount(const unsigned long long* a, const unsigned long long* b, int* distance, int n,
                                            int words) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int d = 0;
    for (int w = 0; w < words; ++w) d += __popcll(a[w * n + i] ^ b[w * n + i]);
    distance[i] = d;
  }
}
