// kcast: --assume yes
// What host code passes to a build: types in any spelling, sizes in small letters, functions, and
// words in front of a kernel. What is said of each by its use counts.
PREFIX static srcT scaled(srcT value) { return value * (srcT)factor; }

ATTRIBUTES __kernel void widen(__global const srcT *in, __global dstT *out, int n, u32 mask) {
  int i = get_global_id(0);
  for (int k = 0; k < rowsPerItem; k++)
    if (i + k < n) out[i + k] = convertToDst(scaled(in[(i + k) & mask]));
}

__kernel void pairs(__global const FLOAT4 *a, __global FLOAT4 *b, int n) {
  int i = get_global_id(0);
  if (i < n) b[i] = COMBINE(CONVERT_FLOAT4(a[i]), a[i] * factor);
}

__kernel void mistyped(__global float *a) { a[0] = valeu; }
