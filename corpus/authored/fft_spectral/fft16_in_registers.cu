#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <vector>

// 16-point transforms along the range axis of a radar cube, one per thread,
// written as 4 x 4: four 4-point FFTs, twiddles, four 4-point FFTs. Sample k
// of line t is at [k * lines + t].

struct C { float r, i; };

__device__ __forceinline__ void fft4(C& a, C& b, C& c, C& d)
{
  const C s = {a.r + c.r, a.i + c.i}, t = {a.r - c.r, a.i - c.i};
  const C u = {b.r + d.r, b.i + d.i}, v = {b.i - d.i, d.r - b.r};   // -i (b - d)
  a = {s.r + u.r, s.i + u.i};
  b = {t.r + v.r, t.i + v.i};
  c = {s.r - u.r, s.i - u.i};
  d = {t.r - v.r, t.i - v.i};
}

__global__ void __launch_bounds__(128)
fft16_lines(const float* __restrict__ re, const float* __restrict__ im,
            float* __restrict__ outRe, float* __restrict__ outIm, int lines)
{
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= lines) return;

  C x[16];
#pragma unroll
  for (int k = 0; k < 16; ++k) x[k] = {re[k * lines + t], im[k * lines + t]};

#pragma unroll
  for (int c = 0; c < 4; ++c) fft4(x[c], x[c + 4], x[c + 8], x[c + 12]);

#pragma unroll
  for (int r = 1; r < 4; ++r)
#pragma unroll
    for (int c = 1; c < 4; ++c) {
      const float wr = cospif(-0.125f * r * c), wi = sinpif(-0.125f * r * c);
      const C v = x[4 * r + c];
      x[4 * r + c] = {v.r * wr - v.i * wi, v.r * wi + v.i * wr};
    }

#pragma unroll
  for (int r = 0; r < 4; ++r) fft4(x[4 * r], x[4 * r + 1], x[4 * r + 2], x[4 * r + 3]);

#pragma unroll
  for (int r = 0; r < 4; ++r)
#pragma unroll
    for (int c = 0; c < 4; ++c) {          // transposed on the way out
      outRe[(4 * c + r) * lines + t] = x[4 * r + c].r;
      outIm[(4 * c + r) * lines + t] = x[4 * r + c].i;
    }
}

int main()
{
  const int lines = 250000;
  std::vector<float> re(16 * lines), im(16 * lines);
  for (int k = 0; k < 16; ++k)
    for (int t = 0; t < lines; ++t) {
      re[k * lines + t] = std::cos(2.0f * 3.14159265f * 3 * k / 16);
      im[k * lines + t] = std::sin(2.0f * 3.14159265f * 3 * k / 16);
    }
  float* d[4];
  for (auto& p : d) cudaMalloc(&p, 16 * lines * sizeof(float));
  cudaMemcpy(d[0], re.data(), 16 * lines * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d[1], im.data(), 16 * lines * sizeof(float), cudaMemcpyHostToDevice);

  fft16_lines<<<(lines + 127) / 128, 128>>>(d[0], d[1], d[2], d[3], lines);

  cudaMemcpy(re.data(), d[2], 16 * lines * sizeof(float), cudaMemcpyDeviceToHost);
  for (int k = 0; k < 16; ++k) std::printf("%5.1f", re[k * lines]);
  std::printf("   (16 in bin 3)\n");
  for (auto& p : d) cudaFree(p);
  return 0;
}
