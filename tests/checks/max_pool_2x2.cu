extern "C" __global__ void max_pool_2x2(const float* src, float* dst, int planes, int h, int w) {
  int ox = blockIdx.x * blockDim.x + threadIdx.x;
  int oy = blockIdx.y * blockDim.y + threadIdx.y;
  int p = blockIdx.z;
  int oh = h / 2, ow = w / 2;
  if (ox >= ow || oy >= oh || p >= planes) return;
  const float* s = src + (p * h + 2 * oy) * w + 2 * ox;
  dst[(p * oh + oy) * ow + ox] = fmaxf(fmaxf(s[0], s[1]), fmaxf(s[w], s[w + 1]));
}
