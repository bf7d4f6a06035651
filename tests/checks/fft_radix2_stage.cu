// One decimation-in-time stage over many transforms, twiddles by sine and cosine.
extern "C" __global__ void fft_radix2_stage(float2* data, int half_size, int butterflies) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= butterflies) return;
  const int pos = i % half_size;
  const int top = (i / half_size) * 2 * half_size + pos;
  const int bottom = top + half_size;
  float s, c;
  sincosf(-3.14159265f * pos / half_size, &s, &c);
  const float2 u = data[top], v = data[bottom];
  const float2 t = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
  data[top] = make_float2(u.x + t.x, u.y + t.y);
  data[bottom] = make_float2(u.x - t.x, u.y - t.y);
}
