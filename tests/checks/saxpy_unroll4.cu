#define ITEMS 4
// Each block owns a contiguous slab of ITEMS * blockDim.x elements.
extern "C" __global__ void saxpy_unroll4(int N, float A, const float* X, float* Y) {
  const int first = blockIdx.x * blockDim.x * ITEMS + threadIdx.x;
#pragma unroll
  for (int j = 0; j < ITEMS; ++j) {
    const int at = first + j * blockDim.x;
    if (at < N) Y[at] = A * X[at] + Y[at];
  }
}
