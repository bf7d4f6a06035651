extern "C" __global__ void depthwise_conv3x3(const float* __restrict__ in, const float* __restrict__ filt,
                                             float* __restrict__ out, int C, int H, int W, int stride) {
  const int OH = (H - 1) / stride + 1, OW = (W - 1) / stride + 1;
  const int total = C * OH * OW;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += gridDim.x * blockDim.x) {
    const int ox = i % OW, oy = (i / OW) % OH, c = i / (OW * OH);
    float acc = 0.f;
    for (int ky = 0; ky < 3; ++ky) {
      const int y = oy * stride + ky - 1;
      if (y < 0 || y >= H) continue;
      for (int kx = 0; kx < 3; ++kx) {
        const int x = ox * stride + kx - 1;
        if (x < 0 || x >= W) continue;
        acc = fmaf(in[(c * H + y) * W + x], filt[c * 9 + ky * 3 + kx], acc);
      }
    }
    out[i] = acc;
  }
}
