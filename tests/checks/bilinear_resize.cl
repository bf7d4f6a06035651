__kernel void bilinear_resize(__global const float* restrict src, __global float* restrict dst, int sw, int sh, int dw,
                              int dh) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x >= dw || y >= dh) return;
  const float fx = fmin(fmax((x + 0.5f) * sw / dw - 0.5f, 0.0f), sw - 1.0f);
  const float fy = fmin(fmax((y + 0.5f) * sh / dh - 0.5f, 0.0f), sh - 1.0f);
  const int x0 = (int)fx, y0 = (int)fy;
  const int x1 = min(x0 + 1, sw - 1), y1 = min(y0 + 1, sh - 1);
  const float ax = fx - x0, ay = fy - y0;
  const float top = src[y0 * sw + x0] * (1.f - ax) + src[y0 * sw + x1] * ax;
  const float bottom = src[y1 * sw + x0] * (1.f - ax) + src[y1 * sw + x1] * ax;
  dst[y * dw + x] = top + ay * (bottom - top);
}
