__kernel void monte_carlo_pi_lcg(__global uint* hits, uint seed, int trials) {
  const uint id = get_global_id(0);
  uint state = seed ^ (id * 2654435761u);
  uint inside = 0;
  for (int t = 0; t < trials; ++t) {
    state = state * 1664525u + 1013904223u;
    const float x = (state >> 8) * (1.0f / 16777216.0f);
    state = state * 1664525u + 1013904223u;
    const float y = (state >> 8) * (1.0f / 16777216.0f);
    if (x * x + y * y < 1.0f) ++inside;
  }
  hits[id] = inside;
}
