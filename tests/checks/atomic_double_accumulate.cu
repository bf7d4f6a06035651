extern "C" __global__ void atomic_double_accumulate(const double* charge, const int* cell, double* grid, int particles) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= particles) return;
  const int c = cell[p];
  const double q = charge[p];
  atomicAdd(&grid[c], 0.75 * q);
  atomicAdd(&grid[c + 1], 0.25 * q);
}
