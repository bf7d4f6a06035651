// Keeps values over a threshold: the warp reserves room once, lanes rank themselves.
extern "C" __global__ void stream_compact_ballot(const float* in, float* out, unsigned* cursor, float threshold, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x & 31;
  const float v = i < n ? in[i] : 0.0f;
  const bool keep = i < n && v > threshold;
  const unsigned votes = __ballot_sync(0xffffffffu, keep);
  unsigned base = 0;
  if (lane == 0 && votes) base = atomicAdd(cursor, __popc(votes));
  base = __shfl_sync(0xffffffffu, base, 0);
  if (keep) out[base + __popc(votes & ((1u << lane) - 1u))] = v;
}
