__kernel void pointer_chase(__global const int* next, __global int* last, int hops) {
  const int tid = get_global_id(0);
  int at = tid;
  for (int h = 0; h < hops; ++h) at = next[at];
  last[tid] = at;
}
