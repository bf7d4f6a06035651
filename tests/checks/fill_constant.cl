__kernel void fill_constant(__global int* buffer, int value, long n) {
  long i = get_global_id(0);
  long stride = get_global_size(0);
  while (i < n) {
    buffer[i] = value;
    i += stride;
  }
}
