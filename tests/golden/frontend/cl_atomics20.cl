// kcast: --std CL2.0
// ptx: atom.global.add.u32
__kernel void counters(__global atomic_int* a, __global atomic_uint* b, __global int* out) {
  int old = atomic_fetch_add_explicit(a, 1, memory_order_relaxed, memory_scope_device);
  atomic_fetch_max(b, (uint)old);
  out[get_global_id(0)] = atomic_load_explicit(a, memory_order_relaxed, memory_scope_device);
  work_group_barrier(CLK_GLOBAL_MEM_FENCE);
  int expected = 5;
  if (atomic_compare_exchange_strong(a, &expected, 6)) out[0] = expected;
}
