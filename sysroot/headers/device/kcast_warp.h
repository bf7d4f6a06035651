// Barriers, fences, votes, shuffles and the other functions of a warp.
#pragma once

__KC_DEV int __syncthreads_count(int p) {
  return __nvvm_bar0_popc(p);
}
__KC_DEV int __syncthreads_and(int p) {
  return __nvvm_bar0_and(p);
}
__KC_DEV int __syncthreads_or(int p) {
  return __nvvm_bar0_or(p);
}
__KC_DEV void __syncwarp(unsigned int mask = 0xffffffff) {
  __nvvm_bar_warp_sync(mask);
}
__KC_DEV void __barrier_sync(unsigned int id) {
  __nvvm_barrier_sync(id);
}
__KC_DEV void __barrier_sync_count(unsigned int id, unsigned int count) {
  __nvvm_barrier_sync_cnt(id, count);
}
__KC_DEV void __threadfence_block() {
  __nvvm_membar_cta();
}
__KC_DEV void __threadfence() {
  __nvvm_membar_gl();
}
__KC_DEV void __threadfence_system() {
  __nvvm_membar_sys();
}

__KC_DEV unsigned int __activemask() {
  unsigned int r;
  asm volatile("activemask.b32 %0;" : "=r"(r));
  return r;
}
__KC_DEV int __all_sync(unsigned int mask, int p) {
  return __nvvm_vote_all_sync(mask, p != 0);
}
__KC_DEV int __any_sync(unsigned int mask, int p) {
  return __nvvm_vote_any_sync(mask, p != 0);
}
__KC_DEV int __uni_sync(unsigned int mask, int p) {
  return __nvvm_vote_uni_sync(mask, p != 0);
}
__KC_DEV unsigned int __ballot_sync(unsigned int mask, int p) {
  return __nvvm_vote_ballot_sync(mask, p != 0);
}
#ifndef __KCAST_HIP__
__KC_DEV int __all(int p) {
  return __all_sync(0xffffffff, p);
}
__KC_DEV int __any(int p) {
  return __any_sync(0xffffffff, p);
}
__KC_DEV unsigned int __ballot(int p) {
  return __ballot_sync(0xffffffff, p);
}
#endif

// A shuffle of any scalar type goes through 32-bit words, as many as the type has. Words are
// registers of their own: taking them apart by assembly costs nothing, shifts would.
#define __KC_SHFL(name, inst)                                                        \
  template <class T>                                                                 \
  __KC_DEV T name##_any(unsigned int mask, T v, int lane, int c) {                   \
    if constexpr (sizeof(T) == 8) {                                                  \
      int lo, hi;                                                                    \
      long long w = __builtin_bit_cast(long long, v);                                \
      asm("mov.b64 {%0, %1}, %2;" : "=r"(lo), "=r"(hi) : "l"(w));                    \
      lo = inst(mask, lo, lane, c);                                                  \
      hi = inst(mask, hi, lane, c);                                                  \
      asm("mov.b64 %0, {%1, %2};" : "=l"(w) : "r"(lo), "r"(hi));                     \
      return __builtin_bit_cast(T, w);                                               \
    } else if constexpr (sizeof(T) > 8) {                                            \
      struct Words {                                                                 \
        int w[sizeof(T) / 4];                                                        \
      };                                                                             \
      Words words = __builtin_bit_cast(Words, v);                                    \
      for (unsigned i = 0; i < sizeof(T) / 4; ++i)                                   \
        words.w[i] = inst(mask, words.w[i], lane, c);                                \
      return __builtin_bit_cast(T, words);                                           \
    } else if constexpr (sizeof(T) == 4) {                                           \
      return __builtin_bit_cast(T, inst(mask, __builtin_bit_cast(int, v), lane, c)); \
    } else if constexpr (sizeof(T) == 2) {                                           \
      return __builtin_bit_cast(                                                     \
          T, (short)inst(mask, __builtin_bit_cast(unsigned short, v), lane, c));     \
    } else {                                                                         \
      return (T)inst(mask, (int)v, lane, c);                                         \
    }                                                                                \
  }
__KC_SHFL(__kc_shfl_idx, __nvvm_shfl_sync_idx_i32)
__KC_SHFL(__kc_shfl_up, __nvvm_shfl_sync_up_i32)
__KC_SHFL(__kc_shfl_down, __nvvm_shfl_sync_down_i32)
__KC_SHFL(__kc_shfl_bfly, __nvvm_shfl_sync_bfly_i32)
#undef __KC_SHFL
template <class T>
__KC_DEV T __shfl_sync(unsigned int mask, T v, int lane, int width = 32) {
  return __kc_shfl_idx_any(mask, v, lane, (32 - width) << 8 | 31);
}
template <class T>
__KC_DEV T __shfl_up_sync(unsigned int mask, T v, unsigned d, int width = 32) {
  return __kc_shfl_up_any(mask, v, (int)d, (32 - width) << 8);
}
template <class T>
__KC_DEV T __shfl_down_sync(unsigned int mask, T v, unsigned d, int width = 32) {
  return __kc_shfl_down_any(mask, v, (int)d, (32 - width) << 8 | 31);
}
template <class T>
__KC_DEV T __shfl_xor_sync(unsigned int mask, T v, int lanes, int width = 32) {
  return __kc_shfl_bfly_any(mask, v, lanes, (32 - width) << 8 | 31);
}
#ifndef __KCAST_HIP__
template <class T>
__KC_DEV T __shfl(T v, int lane, int width = 32) {
  return __shfl_sync(0xffffffff, v, lane, width);
}
template <class T>
__KC_DEV T __shfl_up(T v, unsigned d, int width = 32) {
  return __shfl_up_sync(0xffffffff, v, d, width);
}
template <class T>
__KC_DEV T __shfl_down(T v, unsigned d, int width = 32) {
  return __shfl_down_sync(0xffffffff, v, d, width);
}
template <class T>
__KC_DEV T __shfl_xor(T v, int lanes, int width = 32) {
  return __shfl_xor_sync(0xffffffff, v, lanes, width);
}
#endif

template <class T>
__KC_DEV unsigned int __match_any_sync(unsigned int mask, T v) {
  if constexpr (sizeof(T) == 8)
    return __nvvm_match_any_sync_i64(mask, __builtin_bit_cast(long, v));
  else
    return __nvvm_match_any_sync_i32(mask, __builtin_bit_cast(unsigned int, v));
}
template <class T>
__KC_DEV unsigned int __match_all_sync(unsigned int mask, T v, int* all) {
  if constexpr (sizeof(T) == 8)
    return __nvvm_match_all_sync_i64p(mask, __builtin_bit_cast(long, v), all);
  else
    return __nvvm_match_all_sync_i32p(mask, __builtin_bit_cast(unsigned int, v), all);
}

#if __CUDA_ARCH__ >= 800
__KC_DEV int __reduce_add_sync(unsigned int mask, int v) {
  return __nvvm_redux_sync_add(v, mask);
}
__KC_DEV int __reduce_min_sync(unsigned int mask, int v) {
  return __nvvm_redux_sync_min(v, mask);
}
__KC_DEV int __reduce_max_sync(unsigned int mask, int v) {
  return __nvvm_redux_sync_max(v, mask);
}
__KC_DEV unsigned int __reduce_add_sync(unsigned int mask, unsigned int v) {
  return __nvvm_redux_sync_add(v, mask);
}
__KC_DEV unsigned int __reduce_min_sync(unsigned int mask, unsigned int v) {
  return __nvvm_redux_sync_umin(v, mask);
}
__KC_DEV unsigned int __reduce_max_sync(unsigned int mask, unsigned int v) {
  return __nvvm_redux_sync_umax(v, mask);
}
__KC_DEV unsigned int __reduce_and_sync(unsigned int mask, unsigned int v) {
  return __nvvm_redux_sync_and(v, mask);
}
__KC_DEV unsigned int __reduce_or_sync(unsigned int mask, unsigned int v) {
  return __nvvm_redux_sync_or(v, mask);
}
__KC_DEV unsigned int __reduce_xor_sync(unsigned int mask, unsigned int v) {
  return __nvvm_redux_sync_xor(v, mask);
}
#endif
__KC_DEV void __nanosleep(unsigned int ns) {
  __nvvm_nanosleep(ns);
}

__KC_DEV void __cluster_barrier_arrive() {
  __nvvm_barrier_cluster_arrive();
}
__KC_DEV void __cluster_barrier_wait() {
  __nvvm_barrier_cluster_wait();
}
