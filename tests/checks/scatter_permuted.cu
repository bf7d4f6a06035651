extern "C" __global__ void scatter_permuted(const double* __restrict__ values, const unsigned* __restrict__ where,
                                            double* __restrict__ result, unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    result[where[i]] = values[i];
}
