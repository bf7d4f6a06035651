#define BLK 512
extern "C" __global__ void scan_hillis_steele(const int* in, int* out, int n) {
  __shared__ int ping[2][BLK];
  const int t = threadIdx.x;
  const int i = blockIdx.x * BLK + t;
  int src = 0;
  ping[0][t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int d = 1; d < BLK; d <<= 1) {
    const int dst = 1 - src;
    ping[dst][t] = t >= d ? ping[src][t] + ping[src][t - d] : ping[src][t];
    src = dst;
    __syncthreads();
  }
  if (i < n) out[i] = ping[src][t];
}
