// ptx: shfl.sync.idx.b32 shfl.sync.up.b32 shfl.sync.down.b32 shfl.sync.bfly.b32 vote.sync.ballot.b32 vote.sync.any.pred vote.sync.all.pred match.any.sync.b32 popc.b32 activemask.b32 bar.warp.sync redux.sync.add
#define FULL 0xffffffff

__device__ __forceinline__ int warp_scan(int v) {
  int lane = threadIdx.x & (warpSize - 1);
  for (int d = 1; d < 32; d <<= 1) {
    int up = __shfl_up_sync(FULL, v, d);
    if (lane >= d) v += up;
  }
  return v;
}

__global__ void warps(const int* in, int* out, float* sums, double* wide) {
  int t = threadIdx.x;
  int v = in[t];
  out[t] = warp_scan(v);
  out[t + 32] = __shfl_sync(FULL, v, 0);
  float f = v * 0.5f;
  for (int m = 16; m >= 1; m >>= 1) f += __shfl_xor_sync(FULL, f, m);
  sums[t] = f;
  double d = v;
  for (int m = 16; m; m /= 2) d += __shfl_down_sync(FULL, d, m, 32);
  wide[t] = d;
  unsigned ballot = __ballot_sync(FULL, v > 3);
  out[t + 64] = __popc(ballot) + __ffs(ballot) + __clz(ballot) + __brev(ballot);
  if (__any_sync(FULL, v == 0)) out[t + 96] = 1;
  if (__all_sync(FULL, v != 0)) out[t + 128] = 2;
  out[t + 160] = __match_any_sync(FULL, v);
  out[t + 192] = __popc(__activemask());
  __syncwarp();
  out[t + 224] = __reduce_add_sync(FULL, v);
}
