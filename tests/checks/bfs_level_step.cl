__kernel void bfs_level_step(__global const int* offsets, __global const int* edges, __global int* level,
                             __global int* changed, int depth, int vertices) {
  int v = get_global_id(0);
  if (v >= vertices || level[v] != depth) return;
  for (int e = offsets[v]; e < offsets[v + 1]; ++e) {
    int to = edges[e];
    if (level[to] > depth + 1) {
      level[to] = depth + 1;
      *changed = 1;
    }
  }
}
