extern "C" __global__ void floyd_warshall_step(int* dist, int n, int k) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n) {
    const int via = dist[i * n + k] + dist[k * n + j];
    if (via < dist[i * n + j]) dist[i * n + j] = via;
  }
}
