// kcast: --std CL2.0
// ptx: shfl.sync vote.sync
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
__kernel void sub_sums(__global const int* in, __global int* out) {
  int v = in[get_global_id(0)];
  int sum = sub_group_reduce_add(v);
  int before = sub_group_scan_exclusive_add(v);
  int first = sub_group_broadcast(v, 0);
  if (sub_group_any(v > 5)) out[get_global_id(0)] = sum + before + first;
  if (get_sub_group_local_id() == 0) out[get_sub_group_id()] = get_sub_group_size();
}
