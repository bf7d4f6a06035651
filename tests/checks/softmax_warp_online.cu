// One warp per row of at most 1024 entries; maximum and sum are kept together.
extern "C" __global__ void softmax_warp_online(const float* __restrict__ x, float* __restrict__ y, int rows, int cols) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  const float* in = x + row * cols;
  float best = -__int_as_float(0x7f800000), norm = 0.0f;
  for (int c = threadIdx.x; c < cols; c += 32) {
    const float v = in[c];
    const float top = fmaxf(best, v);
    norm = norm * __expf(best - top) + __expf(v - top);
    best = top;
  }
  for (int d = 16; d > 0; d /= 2) {
    const float ob = __shfl_xor_sync(~0u, best, d), on = __shfl_xor_sync(~0u, norm, d);
    const float top = fmaxf(best, ob);
    norm = norm * __expf(best - top) + on * __expf(ob - top);
    best = top;
  }
  for (int c = threadIdx.x; c < cols; c += 32) y[row * cols + c] = __expf(in[c] - best) / norm;
}
