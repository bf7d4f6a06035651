// A 3 x 3 inverse per thread from nine planes.
extern "C" __global__ void tiny_matrix_inverse(const float* __restrict__ m, float* __restrict__ inv, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float a = m[i] + 4.f, b = m[n + i], c = m[2 * n + i];
  const float d = m[3 * n + i], e = m[4 * n + i] + 4.f, f = m[5 * n + i];
  const float g = m[6 * n + i], h = m[7 * n + i], k = m[8 * n + i] + 4.f;
  const float r = 1.0f / (a * (e * k - f * h) - b * (d * k - f * g) + c * (d * h - e * g));
  inv[i] = (e * k - f * h) * r;
  inv[n + i] = (c * h - b * k) * r;
  inv[2 * n + i] = (b * f - c * e) * r;
  inv[3 * n + i] = (f * g - d * k) * r;
  inv[4 * n + i] = (a * k - c * g) * r;
  inv[5 * n + i] = (c * d - a * f) * r;
  inv[6 * n + i] = (d * h - e * g) * r;
  inv[7 * n + i] = (b * g - a * h) * r;
  inv[8 * n + i] = (a * e - b * d) * r;
}
