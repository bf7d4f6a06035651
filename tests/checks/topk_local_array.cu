#define KEEP 16
// The best sixteen of a row by insertion into an array that is indexed dynamically.
extern "C" __global__ void topk_local_array(const float* rows, float* best, int count, int width) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= count) return;
  float top[KEEP];
  for (int k = 0; k < KEEP; ++k) top[k] = -1e30f;
  for (int c = 0; c < width; ++c) {
    const float v = rows[(size_t)c * count + r];
    if (v <= top[KEEP - 1]) continue;
    int at = KEEP - 1;
    while (at > 0 && top[at - 1] < v) {
      top[at] = top[at - 1];
      --at;
    }
    top[at] = v;
  }
  for (int k = 0; k < KEEP; ++k) best[(size_t)k * count + r] = top[k];
}
