extern "C" __global__ void wave3d_fourth_order(const float* __restrict__ cur, float* __restrict__ prev,
                                               const float* __restrict__ speed, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x + 2;
  const int y = blockIdx.y * blockDim.y + threadIdx.y + 2;
  const int z = blockIdx.z + 2;
  if (x >= n - 2 || y >= n - 2) return;
  const size_t sy = n, sz = (size_t)n * n, o = z * sz + y * sy + x;
  const float c0 = -2.5f, c1 = 1.3333334f, c2 = -0.0833333f;
  float lap = 3.0f * c0 * cur[o];
  lap += c1 * (cur[o - 1] + cur[o + 1] + cur[o - sy] + cur[o + sy] + cur[o - sz] + cur[o + sz]);
  lap += c2 * (cur[o - 2] + cur[o + 2] + cur[o - 2 * sy] + cur[o + 2 * sy] + cur[o - 2 * sz] + cur[o + 2 * sz]);
  prev[o] = 2.0f * cur[o] - prev[o] + speed[o] * lap;
}
