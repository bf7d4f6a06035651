// kcast: --std CL1.2
// ptx: atom.global.add.u32 atom.shared.add.u32 atom.global.min.s32 atom.global.cas.b32 atom.global.exch.b32
__kernel void histogram(__global const uchar* data, __global uint* bins, const uint n, __local uint* local_bins) {
  for (uint b = get_local_id(0); b < 256; b += get_local_size(0)) local_bins[b] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&local_bins[data[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = get_local_id(0); b < 256; b += get_local_size(0)) atomic_add(&bins[b], local_bins[b]);
}

__kernel void kinds(__global int* p, volatile __global uint* q, __global float* f) {
  atomic_min(p, 3);
  atomic_max(p + 1, 4);
  atomic_sub(p + 2, 5);
  atomic_or(q, 6u);
  atomic_and(q + 1, 7u);
  atomic_xor(q + 2, 8u);
  uint old = atomic_cmpxchg(q + 3, 1u, 2u);
  atomic_xchg(f, (float)old);
  atomic_dec(p + 4);
  atom_add(p + 5, 1);
}
