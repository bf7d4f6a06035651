__kernel void floyd_warshall_step(__global int* dist, int n, int k) {
  const int j = get_global_id(0);
  const int i = get_global_id(1);
  if (i < n && j < n) {
    const int via = dist[i * n + k] + dist[k * n + j];
    if (via < dist[i * n + j]) dist[i * n + j] = via;
  }
}
