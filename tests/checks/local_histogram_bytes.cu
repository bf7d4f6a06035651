// A private table of 64 counters per thread lives in local memory.
extern "C" __global__ void local_histogram_bytes(const unsigned char* data, unsigned* mode, int threads, int per_thread) {
  unsigned short tally[64];
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= threads) return;
  for (int b = 0; b < 64; ++b) tally[b] = 0;
  for (int k = 0; k < per_thread; ++k) ++tally[data[(size_t)k * threads + t] & 63];
  unsigned best = 0;
  for (unsigned b = 1; b < 64; ++b)
    if (tally[b] > tally[best]) best = b;
  mode[t] = best;
}
