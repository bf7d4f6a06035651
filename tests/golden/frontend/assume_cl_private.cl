// kcast: --assume yes
// Up to OpenCL 1.2 a pointer that names no memory is one to private memory.
static void add(__private const uchar *from, __private uchar *to) { to[0] += from[1]; }
static void both(uchar *bytes) { add(bytes, bytes); }

__kernel void sums(__global uchar *data) {
  uchar bytes[4];
  for (int i = 0; i < 4; i++) bytes[i] = data[4 * get_global_id(0) + i];
  both(bytes);
  data[get_global_id(0)] = bytes[0];
}
