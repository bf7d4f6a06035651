// kcast: --std CL3.0
// Generic pointers, program-scope helpers, a struct by value, inline functions.
typedef struct { float scale; int shift; } Settings;

static float pick(const float* p, int i) { return p[i]; }
inline __attribute__((always_inline)) int wrap(int i, int n) { return i < n ? i : i - n; }

__kernel void generic_read(__global const float* in, __global float* out, Settings s, int n) {
  __local float cache[128];
  int l = get_local_id(0);
  cache[l & 127] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  float v = (l & 1) ? pick(cache, l & 127) : pick(in, l);
  out[wrap((int)get_global_id(0) + s.shift, n)] = v * s.scale;
}
