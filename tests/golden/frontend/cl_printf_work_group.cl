// ptx: trap call
__kernel void debug_print(__global const int* in, int n) {
  int i = get_global_id(0);
  if (i < n) printf("%d: %d\n", i, in[i]);
}
