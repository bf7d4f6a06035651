extern "C" __global__ void pointer_chase(const int* next, int* last, int hops) {
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  int at = tid;
  for (int h = 0; h < hops; ++h) at = next[at];
  last[tid] = at;
}
