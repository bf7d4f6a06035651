__kernel void reduce_atomic_each(__global const int* data, __global int* total, int n) {
  int i = get_global_id(0);
  if (i < n) atomic_add(total, data[i]);
}
