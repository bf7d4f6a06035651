#define FULL 0xffffffffu
extern "C" __global__ void matvec_warp_per_row(const float* __restrict__ mat, const float* __restrict__ vec,
                                               float* __restrict__ res, unsigned rows, unsigned cols) {
  const unsigned lane = threadIdx.x & 31u;
  const unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
  if (row >= rows) return;
  float part = 0.f;
  for (unsigned c = lane; c < cols; c += 32) part = fmaf(mat[(size_t)row * cols + c], vec[c], part);
  for (int d = 16; d; d >>= 1) part += __shfl_xor_sync(FULL, part, d);
  if (lane == 0) res[row] = part;
}
