__device__ __forceinline__ void copy16_async(void* shared, const void* global) {
  const unsigned to = (unsigned)__cvta_generic_to_shared(shared);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(global) : "memory");
}
// Rows of a matrix pass through two shared buffers: one is filled while the other is summed.
extern "C" __global__ void cp_async_row_sum(const float* __restrict__ matrix, float* __restrict__ out, int rows_per_block,
                                            int cols) {
  extern __shared__ __align__(16) float stage[];
  const float* mine = matrix + (size_t)blockIdx.x * rows_per_block * cols;
  float acc = 0.0f;
  for (int c = 4 * threadIdx.x; c < cols; c += 4 * blockDim.x) copy16_async(stage + c, mine + c);
  asm volatile("cp.async.commit_group;" ::: "memory");
  for (int r = 0; r < rows_per_block; ++r) {
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    __syncthreads();
    const float* now = stage + (r & 1) * cols;
    float* next = stage + ((r + 1) & 1) * cols;
    if (r + 1 < rows_per_block) {
      const float* row = mine + (size_t)(r + 1) * cols;
      for (int c = 4 * threadIdx.x; c < cols; c += 4 * blockDim.x) copy16_async(next + c, row + c);
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    for (int c = threadIdx.x; c < cols; c += blockDim.x) acc += now[cols - 1 - c];
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = acc;
}
