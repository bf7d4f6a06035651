extern "C" __global__ void sssp_relax_edges(const int2* edge, const int* weight, int* dist, int edges) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= edges) return;
  const int2 uv = edge[e];
  const int through = dist[uv.x] + weight[e];
  if (through < dist[uv.y]) atomicMin(&dist[uv.y], through);
}
