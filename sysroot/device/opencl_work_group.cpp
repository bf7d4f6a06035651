// OpenCL's barriers and work-group functions. Collectives reduce within each warp by shuffles, and
// between the warps through one shared slot per warp.
#include "opencl_subgroup.h"

// One 64-bit slot per warp of a work-group of at most 1024 work-items.
static KC_LOCAL ulong scratch[32];

KC_CONVERGENT void barrier(cl_mem_fence_flags) {
  __nvvm_bar_sync(0);
}
KC_CONVERGENT void work_group_barrier(cl_mem_fence_flags) {
  __nvvm_bar_sync(0);
}
KC_CONVERGENT void work_group_barrier(cl_mem_fence_flags, memory_scope) {
  __nvvm_bar_sync(0);
}

// A generic pointer tells its address space when asked: 1 stands for local and 2 for global memory.
KC_API cl_mem_fence_flags get_fence(const void* p) {
  return __nvvm_isspacep_shared(p) ? 1 : (__nvvm_isspacep_global(p) ? 2 : 0);
}
KC_API cl_mem_fence_flags get_fence(void* p) {
  return get_fence((const void*)p);
}

KC_CONVERGENT int work_group_all(int a) {
  return __nvvm_bar0_and(a != 0);
}
KC_CONVERGENT int work_group_any(int a) {
  return __nvvm_bar0_or(a != 0);
}

namespace {

using namespace subgroup;

template <class T>
KC_API inline KC_LOCAL T* slots() {
  return (KC_LOCAL T*)scratch;
}

template <class Op, class T>
KC_CONVERGENT inline T group_reduce(T a) {
  KC_LOCAL T* partial = slots<T>();
  a = reduce<Op>(a);
  if (lane() == 0) partial[place::warp()] = a;
  __nvvm_bar_sync(0);
  T result = lane() < place::warps() ? partial[lane()] : Op::template identity<T>();
  result = reduce<Op>(result);
  __nvvm_bar_sync(0);
  return result;
}

// What the earlier warps hold together, given this warp's inclusive scan.
template <class Op, class T>
KC_CONVERGENT inline T earlier_warps(T scanned) {
  KC_LOCAL T* partial = slots<T>();
  uint warp = place::warp();
  if (lane() == 31) partial[warp] = scanned;
  __nvvm_bar_sync(0);
  T before = Op::template identity<T>();
  for (uint i = 0; i < warp; ++i) {
    before = Op::apply(before, (T)partial[i]);
  }
  __nvvm_bar_sync(0);
  return before;
}
template <class Op, class T>
KC_CONVERGENT inline T group_scan_inclusive(T a) {
  T scanned = scan_inclusive<Op>(a);
  return Op::apply(earlier_warps<Op>(scanned), scanned);
}
template <class Op, class T>
KC_CONVERGENT inline T group_scan_exclusive(T a) {
  T scanned = scan_inclusive<Op>(a);
  T shifted = shuffle<Up>(kAllLanes, scanned, 1);
  return Op::apply(earlier_warps<Op>(scanned), lane() == 0 ? Op::template identity<T>() : shifted);
}

template <class T>
KC_CONVERGENT inline T group_broadcast(T a, bool is_source) {
  KC_LOCAL T* slot = slots<T>();
  if (is_source) *slot = a;
  __nvvm_bar_sync(0);
  T result = *slot;
  __nvvm_bar_sync(0);
  return result;
}

}  // namespace

#define KC_COLLECTIVE(T, Op, name)                        \
  KC_CONVERGENT T work_group_reduce_##name(T a) {         \
    return group_reduce<Op>(a);                           \
  }                                                       \
  KC_CONVERGENT T work_group_scan_inclusive_##name(T a) { \
    return group_scan_inclusive<Op>(a);                   \
  }                                                       \
  KC_CONVERGENT T work_group_scan_exclusive_##name(T a) { \
    return group_scan_exclusive<Op>(a);                   \
  }
#define KC_COLLECTIVES(T)                                                                      \
  KC_COLLECTIVE(T, Add, add)                                                                   \
  KC_COLLECTIVE(T, Min, min)                                                                   \
  KC_COLLECTIVE(T, Max, max)                                                                   \
  KC_CONVERGENT T work_group_broadcast(T a, size_t x) {                                        \
    return group_broadcast(a, place::tid(0) == x);                                             \
  }                                                                                            \
  KC_CONVERGENT T work_group_broadcast(T a, size_t x, size_t y) {                              \
    return group_broadcast(a, place::tid(0) == x && place::tid(1) == y);                       \
  }                                                                                            \
  KC_CONVERGENT T work_group_broadcast(T a, size_t x, size_t y, size_t z) {                    \
    return group_broadcast(a, place::tid(0) == x && place::tid(1) == y && place::tid(2) == z); \
  }
KC_COLLECTIVES(int)
KC_COLLECTIVES(uint)
KC_COLLECTIVES(long)
KC_COLLECTIVES(ulong)
KC_COLLECTIVES(half)
KC_COLLECTIVES(float)
KC_COLLECTIVES(double)
