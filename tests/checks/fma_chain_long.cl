__kernel void fma_chain_long(__global float* out, float a, float b, int iterations) {
  float x = get_local_id(0) * 0.001f;
  for (int i = 0; i < iterations; ++i) x = fma(x, a, b);
  out[get_global_id(0)] = x;
}
