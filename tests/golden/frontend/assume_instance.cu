// kcast: --kernel "k<8>"
// An instance that nobody makes, by its name.
template <int N>
__global__ void k(float* x) {
  for (int i = 0; i < N; i++) x[blockIdx.x * 256 + threadIdx.x] += i;
}
__global__ void other(float* x) { x[threadIdx.x] = 1; }
