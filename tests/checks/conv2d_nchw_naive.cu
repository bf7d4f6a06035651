// Direct convolution, one output per thread, no padding.
extern "C" __global__ void conv2d_nchw_naive(const float* __restrict__ x, const float* __restrict__ w, float* __restrict__ y,
                                             int cin, int cout, int h, int wd, int k) {
  const int oh = h - k + 1, ow = wd - k + 1;
  const int ox = blockIdx.x * blockDim.x + threadIdx.x;
  const int oy = blockIdx.y * blockDim.y + threadIdx.y;
  const int oc = blockIdx.z;
  if (ox >= ow || oy >= oh) return;
  float sum = 0.f;
  for (int ic = 0; ic < cin; ++ic)
    for (int ky = 0; ky < k; ++ky)
      for (int kx = 0; kx < k; ++kx)
        sum += x[(ic * h + oy + ky) * wd + ox + kx] * w[((oc * cin + ic) * k + ky) * k + kx];
  y[(oc * oh + oy) * ow + ox] = sum;
}
