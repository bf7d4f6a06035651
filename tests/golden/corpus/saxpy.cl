// y = a * x + y, one element per thread
__kernel void saxpy(__global const float* restrict x, __global float* restrict y, float a, int n) {
  int i = get_global_id(0);
  if (i < n) {
    y[i] = a * x[i] + y[i];
  }
}
