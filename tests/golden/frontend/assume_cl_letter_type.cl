// kcast: --assume yes
// The build sets T and blockSize.
__kernel void sums(__global const T* in, __global T* out, unsigned n, __local volatile T* part) {
  unsigned t = get_local_id(0), i = get_group_id(0) * (get_local_size(0) * 2) + t;
  part[t] = i < n ? in[i] : 0;
  if (i + blockSize < n) part[t] += in[i + blockSize];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (unsigned s = blockSize / 2; s > 0; s >>= 1) {
    if (t < s) part[t] += part[t + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) out[get_group_id(0)] = part[0];
}
