__global__ void math(const float* __restrict__ x, const double* __restrict__ d,
    float* __restrict__ y, double* __restrict__ e, float a, long long n) {
  long long i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float v = x[i];
    double w = d[i];
    v = sqrtf(v) + expf(-v) * logf(v + 1.0f) / powf(v, 1.5f) - tanhf(v) + atan2f(v, a);
    v += __expf(v) + __fdividef(1.0f, v) + fminf(v, 0.5f) + fmaxf(v, 2.0f);
    w = sin(w) * cos(w) + hypot(w, (double)v) + erf(w) + floor(w) + 0.25;
    w -= (double)v * 1e-3 + w * 3.0;
    y[i] = v;
    e[i] = (w > v) ? w : -w;
  }
}
