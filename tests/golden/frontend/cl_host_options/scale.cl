__kernel void scale(__global const TYPE* in, __global TYPE* out, float factor, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < FACTORS; k++) {
    if (i < n) out[i] = factor * in[i] * COUNT_BINS;
  }
}
