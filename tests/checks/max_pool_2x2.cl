__kernel void max_pool_2x2(__global const float* src, __global float* dst, int planes, int h, int w) {
  int ox = get_global_id(0);
  int oy = get_global_id(1);
  int p = get_global_id(2);
  int oh = h / 2, ow = w / 2;
  if (ox >= ow || oy >= oh || p >= planes) return;
  __global const float* s = src + (p * h + 2 * oy) * w + 2 * ox;
  dst[(p * oh + oy) * ow + ox] = fmax(fmax(s[0], s[1]), fmax(s[w], s[w + 1]));
}
