extern "C" __global__ void warp_vote_any(const int* __restrict__ flags, unsigned char* __restrict__ answer, int chunks) {
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int lane = threadIdx.x % 32;
  if (warp >= chunks) return;
  unsigned verdict = 0;
  for (int k = 0; k < 8; ++k) {
    const int f = flags[(warp * 8 + k) * 32 + lane];
    const int any = __any_sync(0xffffffff, f == 0);
    const int all = __all_sync(0xffffffff, f < 90);
    verdict |= (unsigned)(any ^ all) << k;
  }
  if (lane == 0) answer[warp] = (unsigned char)verdict;
}
