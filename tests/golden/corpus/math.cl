#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void math(__global const float* restrict x, __global const double* restrict d,
    __global float* restrict y, __global double* restrict e, float a, long n) {
  long i = get_global_id(0);
  if (i < n) {
    float v = x[i];
    double w = d[i];
    v = sqrt(v) + exp(-v) * log(v + 1.0f) / pow(v, 1.5f) - tanh(v) + atan2(v, a);
    v += native_exp(v) + native_divide(1.0f, v) + fmin(v, 0.5f) + fmax(v, 2.0f);
    w = sin(w) * cos(w) + hypot(w, (double)v) + erf(w) + floor(w) + 0.25;
    w -= (double)v * 1e-3 + w * 3.0;
    y[i] = v;
    e[i] = (w > v) ? w : -w;
  }
}
