__kernel void atomic_add_slots(__global uint* counter, uint slots, uint n) {
  const uint i = get_global_id(0);
  if (i < n) atomic_add(&counter[i % slots], i & 7u);
}
