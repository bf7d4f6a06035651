// OpenCL's sub-group functions on warps of 32 lanes, with the shuffle, ballot, non-uniform,
// clustered and rotate extensions. As in CUDA code, the uniform forms count on full warps.
#include "opencl_subgroup.h"

using namespace subgroup;

#if !defined(KC_ONLY) || KC_ONLY == 32

KC_CONVERGENT void sub_group_barrier(cl_mem_fence_flags) {
  __nvvm_bar_warp_sync(kAllLanes);
}
KC_CONVERGENT void sub_group_barrier(cl_mem_fence_flags, memory_scope) {
  __nvvm_bar_warp_sync(kAllLanes);
}

KC_CONVERGENT int sub_group_all(int a) {
  return __nvvm_vote_all_sync(kAllLanes, a != 0);
}
KC_CONVERGENT int sub_group_any(int a) {
  return __nvvm_vote_any_sync(kAllLanes, a != 0);
}
KC_CONVERGENT int sub_group_elect() {
  return lane() == (uint)__builtin_ctz(active_lanes());
}
KC_CONVERGENT int sub_group_non_uniform_all(int a) {
  return __nvvm_vote_all_sync(active_lanes(), a != 0);
}
KC_CONVERGENT int sub_group_non_uniform_any(int a) {
  return __nvvm_vote_any_sync(active_lanes(), a != 0);
}

// A ballot holds 128 lanes; a warp fills the first 32.
KC_CONVERGENT uint4 sub_group_ballot(int a) {
  return (uint4){(uint)__nvvm_vote_ballot_sync(active_lanes(), a != 0), 0, 0, 0};
}
KC_API int sub_group_inverse_ballot(uint4 a) {
  return (a.x >> lane()) & 1;
}
KC_API int sub_group_ballot_bit_extract(uint4 a, uint index) {
  return (a.x >> (index & 31)) & 1;
}
KC_API uint sub_group_ballot_bit_count(uint4 a) {
  return __builtin_popcount(a.x);
}
KC_API uint sub_group_ballot_inclusive_scan(uint4 a) {
  return __builtin_popcount(a.x & ~(~1u << lane()));
}
KC_API uint sub_group_ballot_exclusive_scan(uint4 a) {
  return __builtin_popcount(a.x & ~(~0u << lane()));
}
KC_API uint sub_group_ballot_find_lsb(uint4 a) {
  return a.x == 0 ? 0 : __builtin_ctz(a.x);
}
KC_API uint sub_group_ballot_find_msb(uint4 a) {
  return a.x == 0 ? 0 : 31 - __builtin_clz(a.x);
}

#endif

#define KC_BROADCAST_N(N, T)                                              \
  KC_CONVERGENT T##N sub_group_broadcast(T##N a, uint from) {             \
    T##N result;                                                          \
    KC_UNROLL for (int i = 0; i < N; ++i) {                               \
      result[i] = shuffle<Indexed>(kAllLanes, (T)a[i], from);             \
    }                                                                     \
    return result;                                                        \
  }                                                                       \
  KC_CONVERGENT T##N sub_group_non_uniform_broadcast(T##N a, uint from) { \
    T##N result;                                                          \
    KC_UNROLL for (int i = 0; i < N; ++i) {                               \
      result[i] = shuffle<Indexed>(active_lanes(), (T)a[i], from);        \
    }                                                                     \
    return result;                                                        \
  }
#define KC_EXCHANGES(T, ...)                                                                    \
  KC_CONVERGENT T sub_group_broadcast(T a, uint from) {                                         \
    return shuffle<Indexed>(kAllLanes, a, from);                                                \
  }                                                                                             \
  KC_CONVERGENT T sub_group_non_uniform_broadcast(T a, uint from) {                             \
    return shuffle<Indexed>(active_lanes(), a, from);                                           \
  }                                                                                             \
  KC_CONVERGENT T sub_group_broadcast_first(T a) {                                              \
    uint active = active_lanes();                                                               \
    return shuffle<Indexed>(active, a, (uint)__builtin_ctz(active));                            \
  }                                                                                             \
  KC_CONVERGENT T sub_group_shuffle(T a, uint from) {                                           \
    return shuffle<Indexed>(kAllLanes, a, from);                                                \
  }                                                                                             \
  KC_CONVERGENT T sub_group_shuffle_xor(T a, uint with) {                                       \
    return shuffle<Crossed>(kAllLanes, a, with);                                                \
  }                                                                                             \
  KC_CONVERGENT T sub_group_shuffle_up(T a, uint by) {                                          \
    return shuffle<Up>(kAllLanes, a, by);                                                       \
  }                                                                                             \
  KC_CONVERGENT T sub_group_shuffle_down(T a, uint by) {                                        \
    return shuffle<Down>(kAllLanes, a, by);                                                     \
  }                                                                                             \
  KC_CONVERGENT T sub_group_rotate(T a, int by) {                                               \
    return shuffle<Indexed>(kAllLanes, a, (lane() + by) & 31);                                  \
  }                                                                                             \
  KC_CONVERGENT T sub_group_clustered_rotate(T a, int by, uint size) {                          \
    uint me = lane();                                                                           \
    return shuffle<Indexed>(kAllLanes, a, (me & ~(size - 1)) | ((me + by) & (size - 1)));       \
  }                                                                                             \
  KC_CONVERGENT int sub_group_non_uniform_all_equal(T a) {                                      \
    uint active = active_lanes();                                                               \
    return __nvvm_vote_all_sync(active,                                                         \
                                shuffle<Indexed>(active, a, (uint)__builtin_ctz(active)) == a); \
  }                                                                                             \
  KC_WIDTHS(KC_BROADCAST_N, T)
KC_ALL_TYPES(KC_EXCHANGES)

#define KC_UNIFORM(T, Op, name)                          \
  KC_CONVERGENT T sub_group_reduce_##name(T a) {         \
    return reduce<Op>(a);                                \
  }                                                      \
  KC_CONVERGENT T sub_group_scan_inclusive_##name(T a) { \
    return scan_inclusive<Op>(a);                        \
  }                                                      \
  KC_CONVERGENT T sub_group_scan_exclusive_##name(T a) { \
    return scan_exclusive<Op>(a);                        \
  }
#define KC_NON_UNIFORM(T, Op, name)                                   \
  KC_CONVERGENT T sub_group_non_uniform_reduce_##name(T a) {          \
    return reduce_active<Op>(a);                                      \
  }                                                                   \
  KC_CONVERGENT T sub_group_non_uniform_scan_inclusive_##name(T a) {  \
    return scan_inclusive_active<Op>(a);                              \
  }                                                                   \
  KC_CONVERGENT T sub_group_non_uniform_scan_exclusive_##name(T a) {  \
    return scan_exclusive_active<Op>(a);                              \
  }                                                                   \
  KC_CONVERGENT T sub_group_clustered_reduce_##name(T a, uint size) { \
    return reduce_cluster<Op>(a, size);                               \
  }
#define KC_ARITHMETIC(T, ...) \
  KC_UNIFORM(T, Add, add)     \
  KC_UNIFORM(T, Min, min)     \
  KC_UNIFORM(T, Max, max)     \
  KC_NON_UNIFORM(T, Add, add) \
  KC_NON_UNIFORM(T, Mul, mul) \
  KC_NON_UNIFORM(T, Min, min) \
  KC_NON_UNIFORM(T, Max, max)
#define KC_BITWISE(T, ...)    \
  KC_NON_UNIFORM(T, And, and) \
  KC_NON_UNIFORM(T, Or, or)   \
  KC_NON_UNIFORM(T, Xor, xor)
KC_ALL_TYPES(KC_ARITHMETIC)
KC_INTEGERS(KC_BITWISE)
KC_BITS_32(KC_NON_UNIFORM(int, LogicalAnd, logical_and))
KC_BITS_32(KC_NON_UNIFORM(int, LogicalOr, logical_or))
KC_BITS_32(KC_NON_UNIFORM(int, LogicalXor, logical_xor))
