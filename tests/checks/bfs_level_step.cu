extern "C" __global__ void bfs_level_step(const int* offsets, const int* edges, int* level, int* changed, int depth,
                                          int vertices) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= vertices || level[v] != depth) return;
  for (int e = offsets[v]; e < offsets[v + 1]; ++e) {
    int to = edges[e];
    if (level[to] > depth + 1) {
      level[to] = depth + 1;
      *changed = 1;
    }
  }
}
