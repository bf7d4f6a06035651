__kernel void fft_radix2_stage(__global float2* data, int half_size, int butterflies) {
  const int i = get_global_id(0);
  if (i >= butterflies) return;
  const int pos = i % half_size;
  const int top = (i / half_size) * 2 * half_size + pos;
  const int bottom = top + half_size;
  float c;
  const float s = sincos(-3.14159265f * pos / half_size, &c);
  const float2 u = data[top], v = data[bottom];
  const float2 t = (float2)(v.x * c - v.y * s, v.x * s + v.y * c);
  data[top] = u + t;
  data[bottom] = u - t;
}
