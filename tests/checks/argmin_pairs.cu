// Index and value travel together through the shared tree.
extern "C" __global__ void argmin_pairs(const float* cost, float* best_cost, int* best_at, int n) {
  __shared__ float c[256];
  __shared__ int at[256];
  int t = threadIdx.x;
  float lo = 3.0e38f;
  int where = -1;
  for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256) {
    float v = cost[i];
    if (v < lo) { lo = v; where = i; }
  }
  c[t] = lo;
  at[t] = where;
  __syncthreads();
  for (int s = 128; s > 0; s >>= 1) {
    if (t < s && c[t + s] < c[t]) { c[t] = c[t + s]; at[t] = at[t + s]; }
    __syncthreads();
  }
  if (t == 0) { best_cost[blockIdx.x] = c[0]; best_at[blockIdx.x] = at[0]; }
}
