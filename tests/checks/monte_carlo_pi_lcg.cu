extern "C" __global__ void monte_carlo_pi_lcg(unsigned int* hits, unsigned int seed, int trials) {
  const unsigned int id = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned int state = seed ^ (id * 2654435761u);
  unsigned int inside = 0;
  for (int t = 0; t < trials; ++t) {
    state = state * 1664525u + 1013904223u;
    const float x = (state >> 8) * (1.0f / 16777216.0f);
    state = state * 1664525u + 1013904223u;
    const float y = (state >> 8) * (1.0f / 16777216.0f);
    if (x * x + y * y < 1.0f) ++inside;
  }
  hits[id] = inside;
}
