extern "C" __global__ void fp64_newton_cube_root(double* values, unsigned n, int iterations) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const double target = values[i];
    double r = target;
    for (int k = 0; k < iterations; ++k) r -= (r * r * r - target) / (3.0 * r * r);
    values[i] = r;
  }
}
