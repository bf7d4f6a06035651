extern "C" __global__ void pagerank_pull_step(const unsigned* __restrict__ in_offset, const unsigned* __restrict__ in_from,
                                              const float* __restrict__ contrib, float* __restrict__ rank, float base,
                                              float damping, unsigned n) {
  const unsigned v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n) {
    float gathered = 0.0f;
    const unsigned stop = in_offset[v + 1];
    for (unsigned e = in_offset[v]; e != stop; ++e) gathered += contrib[in_from[e]];
    rank[v] = base + damping * gathered;
  }
}
